import { shareLinks } from '#domain/share-links.ts'
import { Icon } from './icon.tsx'

export function ShareButtons({ title, pageUrl }: { title: string; pageUrl: string }) {
  const { whatsapp, telegram } = shareLinks(title, pageUrl)
  return (
    <div className="share">
      <ShareButton href={whatsapp} to="WhatsApp" />
      <ShareButton href={telegram} to="Telegram" />
    </div>
  )
}

function ShareButton({ href, to }: { href: string; to: string }) {
  return (
    <a className="button" href={href} target="_blank" rel="noopener noreferrer">
      <Icon name="share" />
      <span className="visually-hidden">Share on </span>
      {to}
    </a>
  )
}
