import { shareLinks } from '#domain/share-links.ts'
import type { IconName } from './icon-sprite.tsx'
import { Icon } from './icon.tsx'

export function ShareButtons({ title, pageUrl }: { title: string; pageUrl: string }) {
  const { whatsapp, telegram } = shareLinks(title, pageUrl)
  return (
    <div className="share">
      <p id="share">Share this page</p>
      <ul aria-labelledby="share">
        <ShareButton href={whatsapp} to="WhatsApp" icon="chat" />
        <ShareButton href={telegram} to="Telegram" icon="send" />
      </ul>
    </div>
  )
}

function ShareButton({ href, to, icon }: { href: string; to: string; icon: IconName }) {
  return (
    <li>
      <a className="button" href={href} target="_blank" rel="noopener noreferrer">
        <Icon name={icon} />
        <span className="visually-hidden">Share on </span>
        {to}
      </a>
    </li>
  )
}
