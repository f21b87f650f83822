import { useState } from 'react'
import { createStore } from './store.ts'
import { Problem } from './problem.tsx'
import type { Loaded } from './loaded.ts'

/**
 * Message of the last change that failed, until one that was begun later succeeds, it is closed, or another page is opened.
 */
export const changeProblem = createStore<string | null>(null)

let failures = 0

/**
 * To be called when a change begins.
 *
 * @returns a function to call when it has ended, with why it failed or with null. A success removes only a message that was
 *   on the page when the change began, not that of another change that failed meanwhile
 */
export function beginChange(): (problem: string | null) => void {
  const [seen, failuresBefore] = [changeProblem.get(), failures]
  return (problem) => {
    if (problem !== null) failures += 1
    else if (failures !== failuresBefore || changeProblem.get() !== seen) return
    changeProblem.set(problem)
  }
}

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
