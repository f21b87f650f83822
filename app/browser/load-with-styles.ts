import { element } from './element.ts'

/**
 * Imports a part of the script when its style sheets have arrived. The build calls this for every `import()` of a module
 * with style sheets, in place of Vite's own helper, which is larger than most parts and does not request a style sheet
 * again after a failure.
 *
 * @param files paths within the site, without the first slash, of style sheets and of modules that the part itself imports
 * @returns rejects when a style sheet or the module cannot be loaded; the next call requests it again
 */
function loadWithStyles<Module>(load: () => Promise<Module>, files: string[] = []): Promise<Module> {
  return Promise.all(files.map(request)).then(load)
}

async function request(file: string): Promise<void> {
  const href = `/${file}`
  const isStyle = file.endsWith('.css')
  let link = document.querySelector<HTMLLinkElement>(`link[href="${href}"]`)
  if (!link) {
    link = element('link', { rel: isStyle ? 'stylesheet' : 'modulepreload', href })
    document.head.append(link)
  }
  if (!isStyle || link.sheet) return
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`Style sheet ${href} could not be loaded`))
    })
  })
}

/** The name under which Vite imports its helper. */
export { loadWithStyles as __vitePreload }
