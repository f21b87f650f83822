export const SEARCH_TIPS = [
  'Type the name of the exam or of the body: SSC CGL, UPSC, Railway',
  'Use fewer words: the text is looked for as you type it, from the first letter to the last',
  'Hindi works as well: भर्ती, पुलिस',
]
