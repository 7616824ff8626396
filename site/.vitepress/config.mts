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

// The sections in their order, and the pages that come first in each. New pages come in by themselves, behind these.
const sections: [string, string, string[]][] = [
  ['start', 'Start', ['overview', 'getting-started', 'migrating']],
  ['features', 'Features', ['executor', 'scheduling', 'bulkheads', 'web-requests', 'virtual-goroutines', 'blocking-and-hogs']],
  ['operate', 'Operate', ['live-page', 'from-alert-to-line', 'alerts', 'health']],
  ['reference', 'Reference', ['properties', 'beans', 'meters', 'endpoints', 'compatibility', 'glossary']],
  ['internals', 'Internals', ['how-it-works', 'scheduling']],
  ['benchmarks', 'Benchmarks', ['README']],
  ['decisions', 'Decisions', ['README']],
  ['decisions/history', 'History of decisions', []]
]

const open = new Set(['start', 'features', 'operate', 'reference'])

const link = (page: string) => '/' + toIndex(page).replace(/(index)?\.md$/, '')

function section([folder, text, first]: [string, string, string[]]): object {
  const rank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length)
  const names = readdirSync(join(repository, 'docs', folder))
    .filter(file => file.endsWith('.md') && file !== 'template.md')
    .map(file => file.replace(/\.md$/, ''))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
  const pages = names.map(name => `docs/${folder}/${name}.md`)
  return { text, items: pages.map(page => ({ text: title(page), link: link(page) })), collapsed: !open.has(folder) }
}

// Each folder of pages is a section: one that is missing above fails the build.
for (const entry of readdirSync(join(repository, 'docs'), { withFileTypes: true })) {
  const isOfPages = entry.isDirectory() && readdirSync(join(repository, 'docs', entry.name)).some(file => file.endsWith('.md'))
  if (isOfPages && !sections.some(([folder]) => folder === entry.name)) {
    throw new Error(`docs/${entry.name} is no section of the site`)
  }
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
      { text: 'Start', link: '/docs/start/getting-started' },
      { text: 'Features', link: '/docs/features/executor' },
      { text: 'Operate', link: '/docs/operate/live-page' },
      { text: 'Reference', link: '/docs/reference/properties' },
      { text: 'Internals', link: '/docs/internals/how-it-works' }
    ],
    sidebar: sections.map(section)
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
