/** Shows the panel whose name stands behind # in the address, the first one where there is none. Other names change nothing. */
export function startTabs(links, onShown) {
  const show = () => {
    const wanted = location.hash === "" ? links[0] : links.find(({ hash }) => hash === location.hash);
    if (!wanted) return;
    for (const link of links) {
      document.getElementById(`panel-${link.hash.slice(1)}`).hidden = link !== wanted;
      if (link === wanted) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    onShown(wanted.hash.slice(1));
  };
  window.addEventListener("hashchange", show);
  show();
}
