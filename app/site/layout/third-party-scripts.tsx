import { useEffect } from 'react'
import { loadScript } from '#app/browser/scripts.ts'

/** Analytics and speed measuring, when the operator has named any. They come after the page. */
export function ThirdPartyScripts({ addresses }: { addresses: readonly string[] }) {
  useEffect(() => {
    if (addresses.length === 0) return
    const timer = setTimeout(() => addresses.forEach(loadScript), 0)
    return () => clearTimeout(timer)
  }, [addresses])
  return null
}
