import { THEME_COLOURS } from '#domain/theme-colours.ts'

/**
 * Runs in the head before the first paint: shows the stored theme, so that the wrong one never flashes; marks readers who
 * save data, who get no font; and preloads the font where the device has none of its own. The text is the same for all
 * pages, so that the policy can name it by its hash.
 *
 * @param font address of the Latin font
 */
export function headScript(font: string): string {
  const theme = `try{let t=localStorage.theme;if(t){d.dataset.theme=t=t=="dark"?t:"light";for(let m of document.getElementsByName("theme-color"))m.media=(m.content=="${THEME_COLOURS.dark}")==(t=="dark")?"all":"not all"}}catch{}`
  const preload = `new FontFace("n","local('Noto Sans'),local('NotoSans-Regular')").load().catch(()=>{let l=document.createElement("link");l.rel="preload";l.as="font";l.type="font/woff2";l.crossOrigin="";l.href="${font}";document.head.append(l)})`
  return `let d=document.documentElement;${theme};if(navigator.connection?.saveData)d.dataset.saveData="";else ${preload}`
}
