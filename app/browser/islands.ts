import { ISLANDS, type IslandName } from '#app/islands/registry.ts'
import { CHUNK_TIMEOUT_MS } from '#domain/limits.ts'
import { CHUNK_LOAD_ERROR } from '#domain/messages.ts'

/**
 * Loads islands when they are needed: when the reader uses one, or it comes into view. One that cannot be loaded stays the
 * HTML that it is, and the next occasion tries again.
 */
export function startIslands(): void {
  document.addEventListener('focusin', ({ target }) => {
    const island = target instanceof Element ? target.closest<HTMLElement>('[data-island][data-when="focus"]') : null
    if (island) void load(island)
  })
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) void load(target.parentElement!)
  })
  addEventListener('pageshown', () => {
    const { activeElement } = document
    const focused = activeElement?.closest<HTMLElement>('[data-island][data-when="focus"]')
    if (focused) void load(focused)
    // An island has no box of its own.
    for (const content of document.querySelectorAll('[data-island][data-when="visible"] > :first-child'))
      seen.observe(content)
  })
}

async function load(island: HTMLElement): Promise<void> {
  const { island: name = '', started } = island.dataset
  if (started !== undefined || !(name in ISLANDS)) return
  island.dataset['started'] = ''
  try {
    const { start } = await inTime(ISLANDS[name as IslandName]())
    start(island)
  } catch (error) {
    delete island.dataset['started']
    console.info(`The island ${name} could not be loaded`, error)
  }
}

function inTime<T>(loaded: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(CHUNK_LOAD_ERROR)), CHUNK_TIMEOUT_MS)
    loaded.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
