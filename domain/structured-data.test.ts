import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breadcrumbList, faqPage, jsonLd, webSite } from './structured-data.ts'

test('no text can end the script element, and every text can be read back unchanged', () => {
  const hostile = fc.constantFrom('</script>', '<!--', ']]>', '\u2028', '\u2029', '&lt;', '<script>', 'यूपी')
  fc.assert(
    fc.property(fc.array(fc.oneof(hostile, fc.string())), (texts) => {
      const json = jsonLd([{ '@type': 'FAQPage', keywords: texts }])
      // Neither an end tag nor a comment begins otherwise. Source: HTML Standard, Restrictions for contents of script elements
      expect(json).not.toContain('<')
      expect(JSON.parse(json)['@graph'][0].keywords).toEqual(texts)
    }),
  )
})

test('breadcrumbs are numbered from one and have absolute addresses', () => {
  const trail = [
    { label: 'Home', href: '/' },
    { label: 'Jobs', href: '/jobs' },
  ]
  expect(breadcrumbList({ name: 'S', url: 'https://s.example' }, trail)).toEqual({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://s.example/' },
      { '@type': 'ListItem', position: 2, name: 'Jobs', item: 'https://s.example/jobs' },
    ],
  })
})

test('a page without questions has no FAQPage', () => {
  expect(faqPage([])).toEqual([])
  expect(faqPage([{ question: 'Q?', answer: 'A.' }])).toMatchObject([{ '@type': 'FAQPage' }])
})

test('the structured data of the site contains its search action', () => {
  expect(webSite({ name: 'S', url: 'https://s.example' })[0]).toMatchObject({
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: 'https://s.example/search?q={search_term_string}' },
      'query-input': 'required name=search_term_string',
    },
  })
})
