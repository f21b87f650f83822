import { useState } from 'react'
import { installsByHand, isInstalled } from '#app/browser/install-prompt.ts'
import { isPushSupported, subscribe } from '#app/browser/push-subscription.ts'
import { useSite } from '#app/data/use-site.ts'
import { BANNERS } from '#domain/banner-messages.ts'
import { Banner } from './banner.tsx'
import { isPaused, pause } from './invitation-pause.ts'
import { useMeaningfulAction } from './use-meaningful-action.ts'

const BELL = 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15ZM10 20.5c.8 1.2 3.2 1.2 4 0'
const NAME = 'push'

/** Asks once, quietly, after something worked: never on load, and the browser's own question only after a yes. */
export function PushInvitation() {
  const { site } = useSite()
  const hasActed = useMeaningfulAction()
  const [step, setStep] = useState<'asking' | 'waiting' | 'on' | 'closed'>('asking')
  const [problem, setProblem] = useState('')
  const [way] = useState(wayToSubscribe)

  if (!hasActed || !way || step === 'closed') return null
  const close = () => {
    pause(NAME)
    setStep('closed')
  }
  const turnOn = async () => {
    setStep('waiting')
    try {
      await subscribe(site)
      pause(NAME)
      setStep('on')
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setStep('asking')
    }
  }
  if (way === 'after-install') {
    return <Banner drawing={BELL} title={BANNERS.hear} text={BANNERS.hearAfterInstall} onClose={close} />
  }
  if (step === 'on') {
    return (
      <Banner drawing={BELL} title={BANNERS.hearing} onClose={close}>
        <a className="button" href="/notifications" onClick={() => setStep('closed')}>
          {BANNERS.hearWhat}
        </a>
      </Banner>
    )
  }
  return (
    <Banner drawing={BELL} title={BANNERS.hear} text={problem || BANNERS.hearReason} onClose={close}>
      <button type="button" className="button primary" disabled={step === 'waiting'} onClick={() => void turnOn()}>
        {BANNERS.hearNow}
      </button>
    </Banner>
  )
}

/** @returns null for those who cannot be asked, have answered already, or wanted to be left alone */
function wayToSubscribe(): 'here' | 'after-install' | null {
  if (isPaused(NAME)) return null
  if (isPushSupported()) return Notification.permission === 'default' ? 'here' : null
  return installsByHand() && !isInstalled() ? 'after-install' : null
}
