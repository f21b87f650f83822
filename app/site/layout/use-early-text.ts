import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Takes over what was typed into a field before the scripts arrived. */
export function useEarlyText(field: RefObject<HTMLInputElement | null>, take: (text: string) => void): void {
  const takeTyped = useEffectEvent(() => {
    const typed = field.current?.value
    if (typed && typed !== field.current?.defaultValue) take(typed)
  })
  useEffect(() => takeTyped(), [])
}
