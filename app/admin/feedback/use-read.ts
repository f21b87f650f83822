import { useEffect, useEffectEvent, useState } from 'react'
import { errorMessage } from './error-message.ts'

interface Answer<T> {
  /** The last value that was read, which may be that of an earlier key; null while there is none. */
  value: T | null
  /** Why the last read has failed; null while another one runs. */
  problem: string | null
}

/**
 * Reads what a field, a dialog or a part of a form needs besides the data of its route. Only the answer to the last key
 * counts, and no change or refresh of the page reads it again. Source: docs/decisions/026
 *
 * @param name what is read, for the console
 * @param key what is asked for: another one starts another read, null starts none
 */
export function useRead<K, T>(name: string, key: K | null, read: (key: K) => Promise<T>): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ value: null, problem: null })
  const [asked, setAsked] = useState(key)
  if (asked !== key) {
    setAsked(key)
    if (answer.problem !== null) setAnswer({ ...answer, problem: null })
  }
  const start = useEffectEvent(read)
  useEffect(() => {
    if (key === null) return
    let isCurrent = true
    start(key).then(
      (value) => isCurrent && setAnswer({ value, problem: null }),
      (error: unknown) => {
        console.warn(`Reading ${name} failed`, error)
        if (isCurrent) setAnswer(({ value }) => ({ value, problem: errorMessage(error) }))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [name, key])
  return answer
}
