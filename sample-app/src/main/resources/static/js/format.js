const whole = new Intl.NumberFormat("en");

export const number = (value) => (value === undefined || value === null ? undefined : whole.format(value));

export function duration(millis) {
  if (millis < 10) return `${millis.toFixed(1)} ms`;
  if (millis < 1000) return `${Math.round(millis)} ms`;
  return `${(millis / 1000).toFixed(1)} s`;
}

export function size(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  const units = ["KB", "MB", "GB"];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}

export const count = (value, one, many) => `${number(value)} ${value === 1 ? one : many}`;

/** Such as "part 3", or "parts 3, 7". */
export const partNumbers = (parts) => `${parts.length === 1 ? "part" : "parts"} ${parts.join(", ")}`;
