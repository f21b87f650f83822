import { useCallback, useEffect, useRef } from 'react'

/**
 * @param action returns whether it was done; if not, it is retried after another delay
 * @param ms delay in milliseconds
 * @returns a function that runs the action after the delay; further calls during the delay have no effect
 */
export function useThrottled(action: () => boolean, ms: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    function schedule() {
      timer.current = setTimeout(() => {
        timer.current = undefined
        if (!latest.current()) schedule()
      }, ms)
    }
    if (timer.current === undefined) schedule()
  }, [ms])
}
