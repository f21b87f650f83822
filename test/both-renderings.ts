import { pathToFileURL } from 'node:url'
import { RenderThreads } from '#server/rendering/render-threads.ts'
import type { CreateSite, SiteOptions } from '#server/site-interface.ts'

/** A page as the main thread and a thread of its own have rendered it. */
export interface BothRenderings {
  mainThread: Rendering
  thread: Rendering
}

interface Rendering {
  status: number
  headers: [string, string][]
  body: string
  tags: string[]
}

/**
 * Renders pages of the built site twice: in this thread and in another one.
 *
 * @param server a running server, whose notices they show
 */
export async function openBothRenderings(server: { url: string; publishableKey: string }) {
  const bundle = pathToFileURL('build/server/index.js').href
  const { createSite } = (await import(bundle)) as { createSite: CreateSite }
  const failures: string[] = []
  const options: SiteOptions = {
    settings: {
      name: 'Suchana',
      url: server.url,
      host: new URL(server.url).host,
      contactEmail: 'contact@suchana.example',
      whatsappUrl: 'https://www.whatsapp.com/',
      telegramUrl: null,
      publishableKey: server.publishableKey,
      vapidPublicKey: 'key',
      contactInbox: true,
      sendsMail: true,
      linkChecks: true,
      scriptUrls: ['https://analytics.example/script.js'],
      adScriptUrl: null,
    },
    assets: { main: '/assets/main.js' },
    fetchBackend: (request) => fetch(request),
    callFunction: (name, given) => callOverHttp(server, name, given),
    logFailure: (what, error) => failures.push(`${what}: ${String(error)}`),
  }
  const site = createSite(options)
  const threads = new RenderThreads({ ...options, bundle, most: 1 })

  async function rendered(render: (request: Request, tag: Tag) => Promise<Response> | null, url: string) {
    const tags: string[] = []
    const response = await render(new Request(url), (...tag) => tags.push(tag.join(':')))
    if (!response) return null
    return { status: response.status, headers: [...response.headers], body: await response.text(), tags }
  }

  return {
    failures,
    async render(path: string): Promise<BothRenderings> {
      const url = server.url + path
      const mainThread = await rendered((request, tag) => site.fetch(request, { tag }), url)
      let thread = await rendered((request, tag) => threads.render(request, tag), url)
      while (!thread) {
        await new Promise((resolve) => setTimeout(resolve, 50))
        thread = await rendered((request, tag) => threads.render(request, tag), url)
      }
      return { mainThread: mainThread!, thread }
    },
    close: () => threads.close(),
  }
}

async function callOverHttp(server: { url: string; publishableKey: string }, name: string, given: object) {
  const response = await fetch(`${server.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(given),
  })
  return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) }
}

type Tag = (table: string, id?: number) => void
