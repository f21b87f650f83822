import { createElement, type ReactNode } from 'react'
import { Breadcrumb } from './breadcrumb.tsx'

export interface TextSection {
  heading: string
  paragraphs: ReactNode[]
}

interface TextPageProps {
  title: string
  lede: ReactNode
  /** Whether the sections are numbered. */
  sections?: TextSection[]
  children?: ReactNode
}

/** A text page: a heading, an introduction, and sections of plain text. */
export function TextPage({ title, lede, sections = [], children }: TextPageProps) {
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
    </div>
  )
}
