import { Icon, type IconName } from '#app/ui/icon.tsx'
import { NewsletterForm } from '#app/ui/newsletter.tsx'
import { NavigationItems } from './navigation-items.tsx'
import { FOOTER_LINKS } from './navigation.ts'

interface SiteFooterProps {
  siteName: string
  year: string
  whatsappUrl: string | null
  telegramUrl: string | null
}

export function SiteFooter({ siteName, year, whatsappUrl, telegramUrl }: SiteFooterProps) {
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
              <NavigationItems links={FOOTER_LINKS} />
            </ul>
          </nav>
          <NewsletterForm id="newsletter-footer" />
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
