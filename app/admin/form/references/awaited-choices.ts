import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react'

/** The boxes that were left while they still search for what was typed. */
export class AwaitedChoices {
  readonly #searches = new Set<Promise<boolean>>()

  /** @param search ends with whether the box has found what was typed */
  waitFor(search: Promise<boolean>): void {
    this.#searches.add(search)
    void search.then(() => this.#searches.delete(search))
  }

  /** Waits for all boxes. @returns whether each has found what was typed */
  async areFound(): Promise<boolean> {
    return (await Promise.all(this.#searches)).every(Boolean)
  }
}

/** The searches that the submit button of a dialog waits for; null inside a form, which waits itself (RecordForm.waitFor). */
export const AwaitedChoicesContext = createContext<AwaitedChoices | null>(null)

/**
 * Submits a dialog as soon as its boxes have ended their search, with what they have found. When one has found nothing,
 * nothing is submitted: it says below that the former choice stays.
 *
 * @param submit reads the values of the last rendering
 */
export function useSubmitWithChoices(submit: () => void): () => Promise<void> {
  const awaited = useContext(AwaitedChoicesContext)
  const [submissions, setSubmissions] = useState(0)
  const submitNow = useEffectEvent(submit)
  // An effect, so that what the boxes have found is rendered before.
  useEffect(() => {
    if (submissions > 0) submitNow()
  }, [submissions])
  return async () => {
    if ((await awaited?.areFound()) ?? true) setSubmissions((number) => number + 1)
  }
}
