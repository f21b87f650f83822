import { useCallback, useEffect, useRef } from 'react'

/**
 * @param action answers whether it was done; otherwise it is tried again after another pause
 * @returns does something after a pause; asked again meanwhile, it is still done once
 */
export function useSoon(action: () => boolean, ms: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const act = useRef(action)
  useEffect(() => {
    act.current = action
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    function wait() {
      timer.current = setTimeout(() => {
        timer.current = undefined
        if (!act.current()) wait()
      }, ms)
    }
    if (timer.current === undefined) wait()
  }, [ms])
}
