import type { Organization } from '#domain/content/notice.ts'
import { imageSources } from '#domain/stored-file.ts'
import { webLink } from '#domain/web-link.ts'
import { StoredText } from './stored-text.tsx'

/** Pixels. A logo is as high as this, and a wide one no wider than that. */
const [logoHeight, widestLogo] = [40, 120]

interface OrganizationLineProps {
  organization: Organization
  siteUrl: string
}

/** The organization of a notice or a recruitment, with its logo if it has one. */
export function OrganizationLine({ organization, siteUrl }: OrganizationLineProps) {
  const logo = webLink(organization.logo_url)
  return (
    <p className="organization">
      {logo && <Logo address={logo.href} siteUrl={siteUrl} />}
      <StoredText text={organization.name} />
    </p>
  )
}

/** The logo. Its size is known before it loads; a logo from another site gets a square. The name beside it describes it. */
function Logo({ address, siteUrl }: { address: string; siteUrl: string }) {
  const { width = 1, height = 1, ...sources } = imageSources(address, siteUrl)
  const shownWidth = Math.min(widestLogo, Math.max(1, Math.round((logoHeight * width) / height)))
  return (
    <img
      {...sources}
      {...(sources.srcSet && { sizes: `${shownWidth}px` })}
      width={shownWidth}
      height={logoHeight}
      alt=""
      decoding="async"
      fetchPriority="low"
    />
  )
}
