import type { ReactNode } from 'react'
import type { IconName } from '#app/ui/icon-sprite.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { NavigationItems } from './navigation-items.tsx'
import { FOOTER_LINKS } from './navigation.ts'

interface SiteFooterProps {
  siteName: string
  year: string
  whatsappUrl: string | null
  telegramUrl: string | null
  newsletter?: ReactNode
}

export function SiteFooter({ siteName, year, whatsappUrl, telegramUrl, newsletter }: SiteFooterProps) {
  return (
    <footer className="site-footer">
      <div className="wrap">
        <div className="footer-columns">
          {(whatsappUrl ?? telegramUrl) && (
            <section>
              <h2>Get new notices on your phone</h2>
              <p>No spam, no agents, always free.</p>
              <div className="button-row">
                <ChannelButton href={whatsappUrl} label="WhatsApp group" icon="chat" />
                <ChannelButton href={telegramUrl} label="Telegram channel" icon="send" />
              </div>
            </section>
          )}
          <nav aria-label="Footer">
            <ul>
              <NavigationItems links={FOOTER_LINKS} currentPath="" />
            </ul>
          </nav>
          {newsletter}
        </div>
        <div className="legal">
          <p>
            {siteName} is independent. It is not affiliated with any government body or official site. Check every
            detail on the official website, and apply only there.
          </p>
          <p>
            © {year} {siteName}
          </p>
        </div>
      </div>
    </footer>
  )
}

function ChannelButton({ href, label, icon }: { href: string | null; label: string; icon: IconName }) {
  if (!href) return null
  return (
    <a className="button" href={href} target="_blank" rel="noopener noreferrer">
      <Icon name={icon} />
      {label}
    </a>
  )
}
