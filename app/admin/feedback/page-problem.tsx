import { useState } from 'react'
import { createStore } from './store.ts'
import { Problem } from './problem.tsx'
import type { Loaded } from './loaded.ts'

/** Message of the last change that failed, until another succeeds, it is closed, or another page is opened. */
export const changeProblem = createStore<string | null>(null)

/** Shows why the last change failed, or else why the data of the page could not be read. */
export function PageProblem({ loaded }: { loaded?: Loaded<unknown> | undefined }) {
  const failed = changeProblem.use()
  const [closed, setClosed] = useState<unknown>(null)
  function close() {
    changeProblem.set(null)
    setClosed(loaded)
  }
  const unread = loaded === closed ? null : (loaded?.problem ?? null)
  return <Problem message={failed ?? unread} onClose={close} />
}
