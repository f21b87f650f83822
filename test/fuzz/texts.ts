import fc from 'fast-check'
import { renderMarkdown } from '#app/ui/notice/markdown.ts'
import { formatPostTime, parsePostTime } from '#domain/admin/post-time.ts'
import { returnPath } from '#domain/admin/return-path.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { webLink } from '#domain/web-link.ts'
import { ensure, type Target } from './target.ts'

const site = 'https://suchana.example'
const minute = 60_000

const markdownPieces = fc.constantFrom(
  ...'``` ` ** _ | --- \\ & &#x6a; &colon; [x]( ![x]( [x]: [x] < > ) " \' ( <!-- --> <![CDATA[ </ />'.split(' '),
  ...'javascript:alert(1) JaVaScRiPt: data:text/html, vbscript: irc: xmpp: file:/// //evil.example https:// mailto:a@b.in'.split(
    ' ',
  ),
  ...'script img svg style iframe src=x onerror=alert(1) onload=alert(1) भर्ती'.split(' '),
  `![x](/storage/v1/object/public/notices/${'0123456789abcdef'.repeat(2)}-700x420.png`,
  ...'# ,- ,1. ,> ,| --- |\n,\n,\n\n,    , "t" ,java\tscript:,\u0000, '.split(','),
)
const markdown = joined(fc.oneof(markdownPieces, fc.string({ unit: 'binary', maxLength: 4 })), 14)

const elements = /^(p|h[1-6]|ul|ol|li|em|strong|code|pre|blockquote|a|img|hr|br|table|thead|tbody|tr|th|td|span)$/
const attributes = /^(href|src|title|alt|class|start|align|rel|srcset|sizes|width|height|loading|lang)$/
const protocols = ['http', 'https', 'mailto']

/** Finds what rendered Markdown must not have: other elements and attributes, and links that are no web or mail address. */
function faultOf(html: string): string | null {
  const outside = html.replaceAll(/<\/?([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)(?: \/)?>/g, '')
  if (/[<>]/.test(outside)) return 'Something that is no element'
  for (const [, name = '', inside = ''] of html.matchAll(/<\/?([a-z][a-z0-9]*)([^>]*)>/g)) {
    if (!elements.test(name)) return `The element ${name}`
    for (const [, attribute = '', value = ''] of inside.matchAll(/([a-z]+)="([^"]*)"/g)) {
      if (!attributes.test(attribute)) return `The attribute ${attribute}`
      if (!['href', 'src', 'srcset'].includes(attribute)) continue
      const address = value.replaceAll('&amp;', '&').replaceAll(/[\0-\x20]/g, '')
      const [, protocol] = /^([a-z][a-z0-9+.-]*):/i.exec(address) ?? []
      if (protocol && !protocols.includes(protocol.toLowerCase())) return `The protocol ${protocol}`
    }
  }
  return null
}

const timePieces = fc.constantFrom(
  ...'0123456789/-: TZ+.٣\n'.split(''),
  ...'AM pm 05/11/2026 2026-11-05 9:30'.split(' '),
)
const pathPieces = fc.constantFrom(...'/admin / // \\ .. %2f ? # login @ : evil.example https: x'.split(' '), ' ', '\t')

function joined(pieces: fc.Arbitrary<string>, maxLength = 10): fc.Arbitrary<string> {
  return fc.array(pieces, { maxLength }).map((parts) => parts.join(''))
}

export const textTargets: Target[] = [
  {
    name: 'Markdown becomes harmless elements',
    property: fc.property(markdown, (text) => {
      const fault = faultOf(renderMarkdown(text, { siteUrl: site }))
      ensure(fault === null, fault ?? '')
    }),
  },
  {
    name: 'post times of any form become a time or nothing',
    property: fc.property(fc.oneof(joined(timePieces), fc.string({ unit: 'binary' })), (text) => {
      const time = parsePostTime(text)
      ensure(time === null || Number.isSafeInteger(time), 'Not a time')
    }),
  },
  {
    name: 'post times are read as they were written',
    property: fc.property(
      fc.date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true }),
      (date) => {
        const time = Math.floor(date.getTime() / minute) * minute
        ensure(parsePostTime(formatPostTime(time)) === time, 'Another time')
      },
    ),
  },
  {
    name: 'addresses after sign-in are pages of the admin',
    property: fc.property(
      fc.oneof(
        joined(pathPieces),
        joined(pathPieces).map((rest) => `/admin${rest}`),
        fc.jsonValue(),
      ),
      (wanted) => {
        const { origin, pathname } = new URL(returnPath(wanted), site)
        ensure(origin === site && /^\/admin(\/|$)/.test(pathname), 'Another page')
      },
    ),
  },
  {
    name: 'links are absolute addresses of websites or texts',
    property: fc.property(fc.oneof(joined(pathPieces), fc.webUrl(), fc.string({ unit: 'binary' })), (value) => {
      const link = webLink(value)
      ensure(link === null || /^https?:\/\/[^@/]+(\/|$)/.test(link.href), 'Another link')
    }),
  },
  {
    name: 'escaped texts have no characters with a meaning',
    property: fc.property(fc.string({ unit: 'binary' }), (text) => {
      ensure(!/[<>"']/.test(escapeHtml(text)), 'A character is not escaped')
    }),
  },
]
