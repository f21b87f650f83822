/** Colour of the header in each theme, for what surrounds the page: the browser's bars, the frame of the installed app. */
export const THEME_COLOURS = { light: '#ffffff', dark: '#1a171d' } as const
