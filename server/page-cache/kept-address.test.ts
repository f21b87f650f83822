import { describe, expect, test } from 'vitest'
import { keptAddress } from './kept-address.ts'

const cursor = '2026-11-20T10%3A12%3A52.123456%2B00%3A00_17'

describe('an answer is kept under one address', () => {
  test.each([
    ['/', '/'],
    ['/jobs', '/jobs'],
    ['/admit-card', '/admit-card'],
    ['/admit-card/ssc-cgl-2026', '/admit-card/ssc-cgl-2026'],
    ['/admit-cards/ssc-cgl-2026', '/admit-cards/ssc-cgl-2026'],
    ['/recruitments/ssc-cgl', '/recruitments/ssc-cgl'],
    ['/search', '/search'],
    ['/search/dropdown?q=', '/search/dropdown?q='],
    ['/contact', '/contact'],
    ['/_.data', '/_.data'],
    ['/jobs.data?_routes=list%3Ajobs', '/jobs.data?_routes=list%3Ajobs'],
    ['/jobs/a.data?_routes=detail%3A%2Fjobs', '/jobs/a.data?_routes=detail%3A%2Fjobs'],
    ['/jobs/a.data?_routes=detail:/jobs', '/jobs/a.data?_routes=detail%3A%2Fjobs'],
    [`/jobs?after=${cursor}`, `/jobs?after=${cursor}`],
    [`/jobs.data?after=${cursor}&_routes=list:jobs`, `/jobs.data?_routes=list%3Ajobs&after=${cursor}`],
    ['/rss.xml', '/rss.xml'],
    ['/jobs/atom.xml', '/jobs/atom.xml'],
    ['/sitemap.xml', '/sitemap.xml'],
    ['/sitemaps/admit-cards-12.xml', '/sitemaps/admit-cards-12.xml'],
    ['/jobs/a/calendar.ics', '/jobs/a/calendar.ics'],
    ['/share/jobs/a.png', '/share/jobs/a.png'],
    ['/share/site.png', '/share/site.png'],
    ['/jobs?', '/jobs'],
    ['/jobs?utm_source=whatsapp&fbclid=x', '/jobs'],
    [`/jobs?utm_source=a&after=${cursor}`, `/jobs?after=${cursor}`],
  ])('%s', (url, address) => expect(keptAddress(url)).toBe(address))
})

describe('an answer is not kept', () => {
  test.each([
    ['unknown path', '/wp-admin'],
    ['another spelling', '/Jobs'],
    ['slash at the end', '/jobs/'],
    ['two slashes', '//'],
    ['escaped path', '/jobs/%61'],
    ['parameters in the path', '/jobs/a;.css'],
    ['file-like slug', '/jobs/a.css'],
    ['slug in capitals', '/jobs/SSC'],
    ['long slug', `/jobs/${'a'.repeat(101)}`],
    ['dots', '/jobs/../admin'],
    ['back office', '/admin'],
    ['contract', '/rest/v1/jobs'],
    ['form', '/newsletter'],
    ['text on a list', '/jobs?search=ssc'],
    ['empty text on a list', '/jobs?search='],
    ['text of the search', '/search?q=ssc'],
    ['category of the search', '/search?category=jobs'],
    ['text in the dropdown', '/search/dropdown?q=ssc'],
    ['section of the home page', '/sections/jobs?search=ssc'],
    ['unknown parameter', '/jobs?x=1'],
    ['known parameter of another page', `/?after=${cursor}`],
    ['parameter twice', `/jobs?after=${cursor}&after=${cursor}`],
    ['cursor that is none', '/jobs?after=2026'],
    ['inherited name', '/jobs?constructor=1'],
    ['data of another route', '/jobs.data?_routes=root'],
    ['data of two routes', '/jobs.data?_routes=root,list:jobs'],
    ['routes without data', '/jobs?_routes=list:jobs'],
    ['data of what has none', '/rss.xml.data'],
    ['two question marks', '/jobs?after?'],
    ['whole address', 'http://evil.example/jobs'],
    ['star', '*'],
    ['long address', `/jobs?utm_source=${'a'.repeat(300)}`],
  ])('%s', (_name, url) => expect(keptAddress(url)).toBeNull())
})
