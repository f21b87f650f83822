import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SiteFooter } from './site-footer.tsx'

const channels = { whatsappUrl: 'https://chat.whatsapp.com/x', telegramUrl: 'https://t.me/x' }
const footer = (given: Partial<typeof channels> = channels) =>
  renderToStaticMarkup(<SiteFooter siteName="Suchana" year="2026" whatsappUrl={null} telegramUrl={null} {...given} />)

test('the footer has both channels, the links, the newsletter, the copyright line and the statement of independence', () => {
  const html = footer()
  expect(html).toMatch(
    /href="https:\/\/chat.whatsapp.com\/x" target="_blank" rel="noopener noreferrer".*WhatsApp group/,
  )
  expect(html).toMatch(/href="https:\/\/t.me\/x" target="_blank" rel="noopener noreferrer".*Telegram channel/)
  for (const link of ['/">Home', '/contact">Contact', '/privacy">Privacy Policy', '/disclaimer">Disclaimer'])
    expect(html).toContain(`href="${link}</a>`)
  expect(html).toMatch(/<form class="newsletter" [^>]*action="\/newsletter" method="post">/)
  expect(html).toMatch(/<input [^>]*type="email" required="" [^>]*name="email"/)
  expect(html).toContain('© 2026 Suchana')
  expect(html).toContain('It is not affiliated with any government body or official site.')
  expect(html).toContain('Check every detail on the official website, and apply only there.')
})

test('the footer leaves out a channel that the operator does not have', () => {
  expect(footer({ telegramUrl: channels.telegramUrl })).not.toContain('WhatsApp')
  expect(footer({})).not.toMatch(/WhatsApp|Telegram/)
})
