import { expect, test } from 'vitest'
import { romanized } from './indian-scripts.ts'

test.each([
  ['उत्तर प्रदेश पुलिस भर्ती', 'uttar pradesh pulis bharti'],
  ['राजस्थान शिक्षक पात्रता परीक्षा', 'rajasthan shikshak patrata pariksha'],
  ['बिहार लोक सेवा आयोग', 'bihar lok seva ayog'],
  ['सरकारी नौकरी अधिसूचना', 'sarkari naukri adhisuchna'],
  ['राष्ट्रीय विद्यालय, प्रवेश पत्र', 'rashtriy vidyalay, pravesh patra'],
  ['संयुक्त संघ में सम्पूर्ण चयन', 'sanyukt sangh men sampurn chayan'],
  ['अंतिम तिथि ३१-१२-२०२६', 'antim tithi 31-12-2026'],
  ['ऑनलाइन फॉर्म', 'onlain phorm'],
  ['ज़िला', 'zila'],
  ['ज\u093cिला', 'zila'],
  ['\u095bिला', 'zila'],
  ['क ख', 'ka kha'],
  ['ॐ', 'om'],
])('the Devanagari text %s becomes %s', (written, spoken) => expect(romanized(written)).toBe(spoken))

test.each([
  ['অসম তথ্য', 'asam tathya'],
  ['ਪੰਜਾਬ ਪੁਲਿਸ', 'panjab pulis'],
  ['ગુજરાત ભરતી', 'gujrat bharti'],
  ['ଓଡ଼ିଶା ପୋଲିସ', 'odisha polis'],
  ['தமிழ்நாடு தேர்வு', 'tamizhnatu tervu'],
  ['తెలుగు ఉద్యోగాలు', 'telugu udyogalu'],
  ['ಕನ್ನಡ', 'kannada'],
  ['മലയാളം', 'malayalam'],
])('the text in another Indian script %s becomes %s', (written, spoken) => expect(romanized(written)).toBe(spoken))

test('text without Indian scripts does not change', () => {
  for (const text of ['', 'UP Police 2026', 'Café — ß', 'اردو', '🚆']) expect(romanized(text)).toBe(text)
})
