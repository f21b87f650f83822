import { Icon } from './icon.tsx'

/** Links to the pages above; the page itself is the heading below it. */
export function Breadcrumb({ trail }: { trail: { label: string; href: string }[] }) {
  return (
    <nav className="breadcrumb" aria-label="Breadcrumb">
      <ol>
        {trail.map(({ label, href }, position) => (
          <li key={href}>
            {position > 0 && <Icon name="right" />}
            <a href={href}>{label}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
