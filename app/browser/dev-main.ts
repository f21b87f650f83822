/** Development only: `main.ts` with hot module replacement of Vite and React. Builds do not contain this file. */

// @ts-expect-error The module is made by React Router's Vite plugin.
import 'virtual:react-router/inject-hmr-runtime'
import { Idiomorph } from 'idiomorph'

await import('./main.ts')

// Pages are rendered on the server, so a changed one is fetched again. One at a time, so that an older answer does not replace a newer one.
let exchange = Promise.resolve()
import.meta.hot?.on('page-changed', () => {
  exchange = exchange.then(exchangePage).catch(console.error)
})

/** Morphs the document into the new one, so that its state is preserved. */
async function exchangePage(): Promise<void> {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  const { head, body } = new DOMParser().parseFromString(await response.text(), 'text/html')
  await Idiomorph.morph(document.head, head, { head: { style: 'morph' } })
  await Idiomorph.morph(document.body, body)
}
