const END = 0x06054b50;
const END_BYTES = 22;
const STORED = 0;

/**
 * The entries of a zip file by name, by the directory at its end. Each is a function that reads its text. Files beyond 4 GB have
 * another directory, and are not read.
 */
export function entriesOf(buffer) {
  const view = new DataView(buffer);
  const short = (at) => view.getUint16(at, true);
  const int = (at) => view.getUint32(at, true);
  let end = buffer.byteLength - END_BYTES;
  while (end >= 0 && int(end) !== END) end--;
  if (end < 0) throw new Error("no zip file");
  const entries = new Map();
  let at = int(end + 16);
  for (let left = short(end + 10); left > 0; left--) {
    const [method, size, nameSize, offset] = [short(at + 10), int(at + 20), short(at + 28), int(at + 42)];
    const name = new TextDecoder().decode(new Uint8Array(buffer, at + 46, nameSize));
    entries.set(name, () => textOf(new Uint8Array(buffer, offset + 30 + short(offset + 26) + short(offset + 28), size), method));
    at += 46 + nameSize + short(at + 30) + short(at + 32);
  }
  return entries;
}

function textOf(bytes, method) {
  const stream = new Blob([bytes]).stream();
  return new Response(method === STORED ? stream : stream.pipeThrough(new DecompressionStream("deflate-raw"))).text();
}
