import { isAdminPath } from '#server/paths.ts'
import type { CreateSite } from '#server/site-interface.ts'
import { NoThread, RenderThreads } from './render-threads.ts'

export interface ThreadedSite {
  createSite: CreateSite
  close(): Promise<void>
}

/**
 * Lets threads render public pages, so that renders use all cores and delay no response of the main thread. Forms and
 * the admin are used rarely and stay in the main thread.
 *
 * @param bundle file URL of the module that has `createSite`
 * @param most threads that may run at once; with 1 the main thread renders the pages
 */
export function openThreadedSite(
  createSite: CreateSite,
  { bundle, most }: { bundle: string; most: number },
): ThreadedSite {
  let threads: RenderThreads | null = null
  return {
    createSite: (options) => {
      const site = createSite(options)
      if (most <= 1) return site
      const { settings, assets, callFunction, logFailure } = options
      const opened = new RenderThreads({ bundle, settings, assets, callFunction, logFailure, most })
      threads = opened
      const fetch: typeof site.fetch = async (request, context) => {
        const rendering = isPublicRead(request) ? opened.render(request, context?.tag) : null
        if (!rendering) return site.fetch(request, context)
        return rendering.catch((error: unknown) =>
          error instanceof NoThread ? site.fetch(request, context) : site.broken(request, error),
        )
      }
      return { ...site, fetch }
    },
    close: async () => threads?.close(),
  }
}

function isPublicRead({ method, url }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && !isAdminPath(new URL(url).pathname)
}
