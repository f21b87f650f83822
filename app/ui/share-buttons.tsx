import { SHARE } from '#domain/messages.ts'
import { shareLinks } from '#domain/share-links.ts'
import type { IconName } from './icon-sprite.tsx'
import { Icon } from './icon.tsx'

/** Links that need no script, and two buttons that a script shows where the browser supports them. */
export function ShareButtons({ title, pageUrl }: { title: string; pageUrl: string }) {
  const { whatsapp, telegram } = shareLinks(title, pageUrl)
  return (
    <div className="share">
      <p id="share">Share this page</p>
      <ul aria-labelledby="share">
        <ShareLink href={whatsapp} to="WhatsApp" icon="chat" />
        <ShareLink href={telegram} to="Telegram" icon="send" />
        <li>
          <button type="button" className="button" data-share data-title={title} data-url={pageUrl} hidden>
            <Icon name="share" />
            {SHARE.otherWays}
          </button>
        </li>
        <li>
          <button type="button" className="button" data-copy data-url={pageUrl} hidden>
            <Icon name="link" />
            {SHARE.copy}
          </button>
        </li>
      </ul>
      <output />
    </div>
  )
}

function ShareLink({ href, to, icon }: { href: string; to: string; icon: IconName }) {
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
