/** Colour of the header in each theme, for the bars of the browser and the frame of the installed app. */
export const THEME_COLOURS = { light: '#ffffff', dark: '#1a171d' } as const
