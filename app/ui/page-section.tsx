import type { ReactNode } from 'react'

/** A headed part of a detail page. */
export function PageSection({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="page-section">
      <h2>{heading}</h2>
      {children}
    </section>
  )
}
