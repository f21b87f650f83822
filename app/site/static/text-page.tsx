import { createElement, type ReactNode } from 'react'
import { StructuredData } from '#app/site/layout/structured-data.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'

export interface TextSection {
  heading: string
  paragraphs: ReactNode[]
}

interface TextPageProps {
  title: string
  lede: string
  sections: TextSection[]
  /** JSON-LD of the page. */
  structuredData: string
  children?: ReactNode
}

/** A page to read: numbered sections of plain text. */
export function TextPage({ title, lede, sections, structuredData, children }: TextPageProps) {
  return (
    <div className="text-page">
      <Breadcrumb trail={[{ label: 'Home', href: '/' }]} />
      <h1 tabIndex={-1}>{title}</h1>
      <p className="lede">{lede}</p>
      {children}
      {sections.map(({ heading, paragraphs }, position) => (
        <section key={heading} className="text-section">
          <h2>
            {position + 1}. {heading}
          </h2>
          {createElement('div', null, ...paragraphs.map((text) => createElement('p', null, text)))}
        </section>
      ))}
      <StructuredData json={structuredData} />
    </div>
  )
}
