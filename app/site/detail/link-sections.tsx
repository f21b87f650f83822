import { InsideLink, LinkList, OutsideLink } from '#app/ui/link-list.tsx'
import { PageSection } from '#app/ui/page-section.tsx'
import { firstText, siblingsByKind, type Sibling } from '#domain/content/notice.ts'
import { noticePath } from '#domain/content/registry.ts'
import type { AboutNotice } from './about-notice.ts'

export function LinksSection({ kind, notice, canApply }: AboutNotice & { canApply: boolean }) {
  const links = kind.links.flatMap(({ label, fields, onlyWhileOpen }) => {
    const address = onlyWhileOpen && !canApply ? null : firstText(notice, fields)
    return address ? [{ label, address }] : []
  })
  if (links.length === 0) return null
  return (
    <PageSection heading="Official links">
      <LinkList>
        {links.map(({ label, address }) => (
          <OutsideLink key={label} label={label} address={address} />
        ))}
      </LinkList>
    </PageSection>
  )
}

export function SiblingsSection({ siblings }: { siblings: readonly Sibling[] }) {
  if (siblings.length === 0) return null
  return (
    <PageSection heading="Also for this recruitment">
      <LinkList>
        {siblingsByKind(siblings).map(({ kind, sibling }) => (
          <InsideLink
            key={`${kind.table}/${sibling.slug}`}
            label={sibling.title}
            note={kind.navLabel}
            href={noticePath(kind, sibling.slug)}
          />
        ))}
      </LinkList>
    </PageSection>
  )
}
