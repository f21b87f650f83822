import { SHARE } from '#domain/messages.ts'
import { Icon, type IconName } from './icon.tsx'

/** Links that need no script, and two buttons that a script shows where the browser supports them. Source: docs/behaviour/public-pages.md#sharing. */
export function ShareButtons({ title, pageUrl }: { title: string; pageUrl: string }) {
  const address = encodeURIComponent(pageUrl)
  return (
    <div className="share">
      <p id="share">Share this page</p>
      <ul aria-labelledby="share">
        <ShareLink
          href={`https://wa.me/?text=${encodeURIComponent(`${title}\n`)}${address}`}
          to="WhatsApp"
          icon="chat"
        />
        <ShareLink
          href={`https://t.me/share/url?url=${address}&text=${encodeURIComponent(title)}`}
          to="Telegram"
          icon="send"
        />
        <li>
          <button type="button" className="button" data-share hidden>
            <Icon name="share" />
            {SHARE.otherWays}
          </button>
        </li>
        <li>
          <button type="button" className="button" data-copy hidden>
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
