import { useState } from 'react'
import type { PushDraft } from '#app/data/push-client.ts'
import { useSite } from '#app/admin/use-site.ts'
import { pushImage } from '#domain/push/link.ts'
import { isOwnImage } from '#domain/stored-file.ts'

/** Approximates how devices show the notification; they cut long texts. */
export function NotificationPreview({ draft }: { draft: PushDraft }) {
  const { site } = useSite()
  return (
    <div className="push-previews">
      {['Android', 'Desktop'].map((device) => (
        <figure key={device} className={`push-preview ${device.toLowerCase()}`}>
          <figcaption>{device}</figcaption>
          <div className="shown">
            <p className="from">
              {site.name} · {site.host}
            </p>
            <p className="title">{draft.title.trim() || 'Title'}</p>
            <p className="body">{draft.body.trim() || 'Message'}</p>
            <img className="mark" src="/icon-192.png" alt="" width="40" height="40" />
            <BigPicture key={draft.image} image={draft.image} siteUrl={site.url} />
          </div>
        </figure>
      ))}
    </div>
  )
}

function BigPicture({ image, siteUrl }: { image: string | null; siteUrl: string }) {
  const [isBroken, setIsBroken] = useState(false)
  const source = image && pushImage(image, siteUrl)
  if (!source || isBroken) return null
  // Pictures of other sites are not loaded, so that no other site learns of the admin.
  if (!isOwnImage(new URL(source, siteUrl).href, siteUrl))
    return <p className="picture">Picture of {new URL(source).host}</p>
  return <img className="picture" src={source} alt="" onError={() => setIsBroken(true)} />
}
