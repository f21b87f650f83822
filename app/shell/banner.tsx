import type { ReactNode } from 'react'
import { BANNERS } from '#domain/banner-messages.ts'
import { Drawing } from './drawing.tsx'

interface BannerProps {
  drawing: string
  title: string
  text?: string
  onClose: () => void
  /** Buttons. */
  children?: ReactNode
}

/** One offer at the foot of the window, which can be closed. */
export function Banner({ drawing, title, text, onClose, children }: BannerProps) {
  return (
    <div className="banner">
      <Drawing path={drawing} />
      <div className="words">
        <p className="title">{title}</p>
        {text && <p>{text}</p>}
      </div>
      {children}
      <button type="button" className="icon-button" aria-label={`${BANNERS.close}: ${title}`} onClick={onClose}>
        <Drawing path="m6 6 12 12M18 6 6 18" />
      </button>
    </div>
  )
}
