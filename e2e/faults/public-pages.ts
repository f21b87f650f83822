import { ask } from './traffic.ts'

/** Requests the home page, the lists and the details of the newest jobs, so that they are in the page cache. @returns their paths */
export async function publicPages(url: string): Promise<string[]> {
  const lists = ['/', '/jobs', '/results', '/admit-cards', '/answer-keys', '/contact', '/rss.xml', '/sitemap.xml']
  const jobs = await (await fetch(`${url}/jobs`)).text()
  const details = [...new Set(jobs.match(/(?<=href=")\/jobs\/[^"?#]+(?=")/g))].slice(0, 10)
  const paths: string[] = []
  for (const path of [...lists, ...details]) {
    const { status } = await ask(url, { kind: 'page', path })
    if (status === 200) paths.push(path)
  }
  return paths
}
