import { useState } from 'react'
import type { PushDraft } from '#app/data/push-client.ts'
import { useSite } from '#app/admin/use-site.ts'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { cutWords, PUSH_DEVICES, type PushDevice } from '#domain/push/cut-words.ts'
import { pushImage } from '#domain/push/link.ts'
import { isOwnImage } from '#domain/stored-file.ts'

/** Approximates how devices show the notification before one opens it, and says which words they cut. */
export function NotificationPreview({ draft }: { draft: PushDraft }) {
  return (
    <div className="push-previews">
      {PUSH_DEVICES.map((device) => (
        <DevicePreview key={device.name} device={device} draft={draft} />
      ))}
    </div>
  )
}

function DevicePreview({ device, draft }: { device: PushDevice; draft: PushDraft }) {
  const { site } = useSite()
  const title = cutWords(draft.title, device.title)
  const body = cutWords(draft.body, device.body)
  return (
    <figure className={`push-preview ${device.name.toLowerCase()}`}>
      <figcaption>{device.name}</figcaption>
      <div className="shown">
        <p className="from">
          {site.name} · {site.host}
        </p>
        <p className="title">{title.shown || 'Title'}</p>
        <p className="body">{body.shown || 'Message'}</p>
        <img className="mark" src="/icon-192.png" alt="" width="40" height="40" />
        <BigPicture key={draft.image} image={draft.image} siteUrl={site.url} />
      </div>
      {title.rest && <p className="hint">{PUSH_TAB.titleCut(device.name, title.rest)}</p>}
      {body.rest && <p className="hint">{PUSH_TAB.bodyCut(device.name, body.rest)}</p>}
    </figure>
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
