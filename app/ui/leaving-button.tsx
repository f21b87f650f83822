import { webLink } from '#domain/web-link.ts'
import { Icon } from './icon.tsx'

interface LeavingButtonProps {
  text: string
  address: string
  siteName: string
}

/** The one filled button of a page: it leaves the site and says where to. */
export function LeavingButton({ text, address, siteName }: LeavingButtonProps) {
  const target = webLink(address)
  if (!target) return <p className="no-button">{address}</p>
  return (
    <div className="leaving">
      <a className="button primary big" href={target.href} rel="noopener noreferrer">
        {text}
        <span className="visually-hidden"> on {target.host}</span>
        <Icon name="leave" />
      </a>
      <p>
        Leaves {siteName} for <b>{target.host}</b>
      </p>
    </div>
  )
}

/** In place of a button that cannot be pressed yet; its text says why. */
export function WaitingButton({ text }: { text: string }) {
  return (
    <button type="button" className="button big" disabled>
      {text}
    </button>
  )
}
