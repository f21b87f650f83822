import { useEffect } from 'react'
import { useFetcher } from 'react-router'

/** Fetches a detail into memory without showing it. A failure changes nothing: the reply is just not kept. */
export function NoticePrefetch({ path }: { path: string }) {
  const { load } = useFetcher({ key: `prefetch:${path}` })
  useEffect(() => {
    void load(path)
  }, [load, path])
  return null
}
