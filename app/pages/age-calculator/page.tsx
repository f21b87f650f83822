import { Island } from '#app/islands/island.tsx'
import { page } from '#app/pages/page.ts'
import { DayFields } from '#app/ui/day-fields.tsx'
import { EligibilityLink } from '#app/ui/eligibility-link.tsx'
import { TextPage } from '#app/ui/text-page.tsx'
import { AGE_CALCULATOR_PATH } from '#domain/page-paths.ts'
import { jsonLd, pageTrail } from '#domain/structured-data.ts'

const LINK = { label: 'Age calculator', href: AGE_CALCULATOR_PATH }

/** It calculates in the browser only. Source: docs/behaviour/eligibility.md#age-calculator */
export const ageCalculator = page({
  path: LINK.href,
  cache: {},
  load: () => null,
  meta: (_data, { site }) => ({
    title: LINK.label,
    description:
      'Your age in years, months and days on the day on which a government job counts it. Calculated on your device.',
    keywords: ['age calculator', 'age as on date', 'age limit', 'government job age'],
    path: LINK.href,
    structuredData: jsonLd([pageTrail(site, LINK)]),
  }),
  view: (_data, { today }) => (
    <TextPage
      title={LINK.label}
      lede="Your age in completed years, months and days on the day on which a notice counts it. Calculated on this device: nothing is sent."
    >
      <Island name="age-calculator" when="visible">
        <div className="eligibility-form">
          <noscript>
            <p>
              This needs JavaScript, because your date of birth must not leave your device. To count by hand: take the
              years from your birthday to the last one before the day, then the whole months after it, then the days.
            </p>
          </noscript>
          <fieldset className="form-fields" disabled>
            <legend className="visually-hidden">Two days</legend>
            <DayFields id="calculated-born" legend="Date of birth" isBirthday />
            <DayFields id="calculated-on" legend="Age as on" day={today} />
            <output className="age-result" />
          </fieldset>
        </div>
      </Island>
      <EligibilityLink />
    </TextPage>
  ),
  styles: 'eligibility',
  sitemap: true,
  offline: true,
})
