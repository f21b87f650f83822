import { InsideLink, LinkList, OutsideLink } from '#app/ui/link-list.tsx'
import { PageSection } from '#app/ui/page-section.tsx'
import { siblingsByKind, type Sibling } from '#domain/content/notice.ts'
import { noticeLinks } from '#domain/content/notice-links.ts'
import { isStoredFile } from '#domain/stored-file.ts'
import { recruitmentPath } from '#domain/content/recruitment-path.ts'
import { noticePath } from '#domain/content/registry.ts'
import type { NoticeSectionProps } from './notice-section-props.ts'

export function LinksSection({ kind, notice, canApply }: NoticeSectionProps & { canApply: boolean }) {
  const links = noticeLinks(kind, notice, { canApply })
  const official = links.filter(({ address }) => !isStoredFile(address))
  const files = links.filter(({ address }) => isStoredFile(address))
  return (
    <>
      {official.length > 0 && (
        <PageSection heading="Official links">
          <LinkList>
            {official.map(({ label, address }) => (
              <OutsideLink key={label} label={label} address={address} />
            ))}
          </LinkList>
        </PageSection>
      )}
      {files.length > 0 && (
        <PageSection heading="Files">
          <LinkList>
            {files.map(({ label, address }) => (
              <InsideLink
                key={label}
                label={label}
                note={`${address.split('.').at(-1)?.toUpperCase()} file`}
                href={address}
              />
            ))}
          </LinkList>
        </PageSection>
      )}
    </>
  )
}

interface SiblingsSectionProps {
  siblings: readonly Sibling[]
  recruitment: { slug: string; title: string } | null
}

export function SiblingsSection({ siblings, recruitment }: SiblingsSectionProps) {
  if (!recruitment || siblings.length === 0) return null
  return (
    <PageSection heading="Also for this recruitment">
      <LinkList>
        <InsideLink
          label={`${recruitment.title}: all stages`}
          note="Timeline with every date"
          href={recruitmentPath(recruitment.slug)}
        />
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
