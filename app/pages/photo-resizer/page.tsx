import { HydratedIsland } from '#app/islands/island.tsx'
import { PhotoResizer } from '#app/islands/photo-resizer/photo-resizer.tsx'
import { page } from '#app/pages/page.ts'
import { KeyValueTable } from '#app/ui/key-value-table.tsx'
import { TextPage } from '#app/ui/text-page.tsx'
import { PHOTO_RESIZER_PATH } from '#domain/page-paths.ts'
import { PHOTO_SIZES, sizeText } from '#domain/photo/photo-size.ts'
import { jsonLd, pageTrail } from '#domain/structured-data.ts'

const LINK = { label: 'Photo and Signature Resizer', href: PHOTO_RESIZER_PATH }

/** Source: docs/behaviour/sharing.md#photo-and-signature-resizer */
export const photoResizer = page({
  path: LINK.href,
  cache: {},
  load: () => null,
  meta: (_data, { site }) => ({
    title: LINK.label,
    description:
      'Cut a photo or signature to the pixels, centimetres and KB that an application form asks for. On your device: no picture is sent.',
    keywords: ['photo resizer', 'signature resizer', '20 KB photo', '50 KB photo', 'SSC photo size', 'IBPS signature'],
    path: LINK.href,
    structuredData: jsonLd([pageTrail(site, LINK)]),
  }),
  view: () => (
    <TextPage
      title={LINK.label}
      lede="Makes a photo or signature that fits an application form. It works on your device alone: no picture is sent anywhere, and it works offline, too."
    >
      <HydratedIsland name="photo-resizer" when="visible" view={PhotoResizer} props={{}} />
      <section className="text-section">
        <h2>Usual sizes</h2>
        <div>
          <KeyValueTable
            caption="Sizes that recent notices asked for. The notice you apply for decides: check it before you upload."
            rows={Object.entries(PHOTO_SIZES).map(([label, size]) => ({ label, value: sizeText(size) }))}
          />
        </div>
      </section>
      <section className="text-section">
        <h2>Your pictures</h2>
        <p>
          They are opened, cut and compressed by your browser. Nothing is uploaded or stored, and what the camera wrote
          into the file, such as the place, is left out of the new one.
        </p>
      </section>
    </TextPage>
  ),
  styles: 'photo-resizer',
  sitemap: true,
  offline: true,
})
