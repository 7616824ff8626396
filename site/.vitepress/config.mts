import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'

// The pages stand as they are in the repository: README.md is the front page, docs/ the rest.
const repository = fileURLToPath(new URL('../..', import.meta.url))
const output = join(repository, 'site/target')

// What pages link to besides pages: sources, tables, the licence. It is copied beside them.
const files = new Set<string>()

const title = (page: string) => /^# (.+)$/m.exec(readFileSync(join(repository, page), 'utf8'))?.[1].replace(/`/g, '') ?? page

// The pages are outside of this folder, where nothing would be found by its name.
const inModules = (name: string, file: string) =>
  ({ find: new RegExp(`^${name}$`), replacement: join(repository, 'site/node_modules', name, file) })

const toIndex = (page: string) => page.replace(/README\.md$/, 'index.md')

// One group for each folder of docs, one entry for each page. New pages come in by themselves.
function groups(folder: string, name: string): object[] {
  const entries = readdirSync(join(repository, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  const pages = entries.filter(entry => entry.name.endsWith('.md') && entry.name !== 'template.md').map(entry => `${folder}/${entry.name}`)
  const items = pages.map(page => ({ text: title(page), link: '/' + toIndex(page).replace(/(index)?\.md$/, '') }))
  const below = entries.filter(entry => entry.isDirectory())
    .flatMap(entry => groups(`${folder}/${entry.name}`, entry.name[0].toUpperCase() + entry.name.slice(1)))
  return (items.length ? [{ text: name, items, collapsed: folder !== 'docs' }] : []).concat(below as [])
}

export default defineConfig({
  title: 'gmp',
  description: "Go's scheduler for the JVM, as a Spring Boot starter",
  srcDir: repository,
  srcExclude: ['!(docs)/**/*', '**/template.md'],
  ignoreDeadLinks: 'localhostLinks', // all others fail the build
  outDir: output,
  cacheDir: join(repository, 'site/node_modules/.cache'),
  rewrites: toIndex,
  vite: { resolve: { alias: [inModules('vue', 'dist/vue.runtime.esm-bundler.js'), inModules('vue/server-renderer', 'index.mjs')] } },
  themeConfig: {
    search: {
      provider: 'local', // its index is part of the site: no server is asked
      options: { miniSearch: { searchOptions: { boostDocument: (id: string) => (id.includes('/decisions/') ? 0.3 : 1) } } }
    },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/docs/getting-started' },
      { text: 'Operate', link: '/docs/operating' },
      { text: 'Settings', link: '/docs/configuration' },
      { text: 'How it works', link: '/docs/how-it-works' }
    ],
    sidebar: groups('docs', 'Documentation')
  },
  markdown: {
    anchor: { slugify: heading => heading.trim().toLowerCase().replace(/[^\p{L}\p{N}_ -]/gu, '').replace(/ /g, '-') }, // as on GitHub
    config(md) {
      md.core.ruler.push('repository-links', state => {
        const page = join(repository, state.env.path ? relative(repository, state.env.path) : state.env.relativePath)
        for (const token of state.tokens.flatMap(block => block.children ?? [])) {
          const href = token.type === 'link_open' ? token.attrGet('href') : null
          if (href && !/^([a-z]+:|#)/.test(href)) {
            token.attrSet('href', inSite(page, href))
          }
        }
      })
    }
  },
  buildEnd() {
    for (const file of files) {
      const target = join(output, published(file))
      mkdirSync(dirname(target), { recursive: true })
      copyFileSync(join(repository, file), target)
    }
  }
})

function inSite(page: string, href: string): string {
  const [path, anchor] = href.split('#')
  const target = resolve(dirname(page), path)
  const hash = anchor ? '#' + anchor : ''
  if (!existsSync(target)) {
    return href // the build fails for it
  }
  if (statSync(target).isDirectory()) {
    return '/' + relative(repository, target) + '/' + hash
  }
  const file = relative(repository, target)
  if (file.endsWith('.md') && !file.endsWith('template.md')) {
    return '/' + toIndex(file) + hash
  }
  files.add(file)
  return '/' + published(file)
}

// Browsers show these by their names; all else as text.
function published(file: string): string {
  return /\.(csv|json|png|svg)$/.test(file) ? file : file + '.txt'
}
