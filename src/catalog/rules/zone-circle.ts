/** A point on the map, in degrees. */
export interface MapPoint {
  latitude: number
  longitude: number
}

/** A circle on the map. */
export interface ZoneCircle extends MapPoint {
  radiusKm: number
}

export const radiusKmMax = 500

const pointPattern = /(?<![\d.])(-?\d{1,2}\.\d{1,12})[,;]?\s{0,3}(-?\d{1,3}\.\d{1,12})(?![\d.])/
const radiusPattern = /^[\s,;]*(?:radius\s*)?(\d{1,3}(?:[.,]\d{1,2})?)\s*km[\s.]*$/i
const earthRadiusKm = 6371

/** Returns the point in a text, as map applications copy it (`-6.2, 106.8166`); null if it contains none. */
export function readPoint(text: string): MapPoint | null {
  const [, latitude, longitude] = pointPattern.exec(text) ?? []
  if (latitude === undefined) return null
  const point = { latitude: Number(latitude), longitude: Number(longitude) }
  return isOnMap(point) ? point : null
}

/** Returns a text without its point, whose digits are not a postcode. */
export function removePoint(text: string): string {
  return text.replace(pointPattern, ' ').replace(/https?:\S+/g, ' ')
}

/** Returns the radius of `3 km` or `2,5 km`; null for another text. */
export function readRadiusKm(text: string): number | null {
  const [, radius] = radiusPattern.exec(text) ?? []
  return radius === undefined ? null : Number(radius.replace(',', '.'))
}

/** Returns the circle of `-6.2, 106.8166, 3 km`; null for another text. */
export function readCircle(text: string): ZoneCircle | null {
  const point = readPoint(text)
  const radiusKm = readRadiusKm(text.replace(pointPattern, ''))
  return point && radiusKm !== null ? { ...point, radiusKm } : null
}

/** Formats a circle in the form that `readCircle` reads. */
export function formatCircle({ latitude, longitude, radiusKm }: ZoneCircle): string {
  return `${formatDegrees(latitude)}, ${formatDegrees(longitude)}, ${radiusKm} km`
}

export function isCircle(circle: ZoneCircle): boolean {
  return isOnMap(circle) && circle.radiusKm > 0 && circle.radiusKm <= radiusKmMax
}

export function isInCircle(circle: ZoneCircle, point: MapPoint): boolean {
  return distanceKm(circle, point) <= circle.radiusKm
}

function isOnMap({ latitude, longitude }: MapPoint): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}

// Always with a decimal point, so that it is read again as a coordinate.
function formatDegrees(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value)
}

/** Returns the distance along the surface, by the haversine formula. */
function distanceKm(from: MapPoint, to: MapPoint): number {
  const radians = (value: number) => (value * Math.PI) / 180
  const [north, east] = [radians(to.latitude - from.latitude) / 2, radians(to.longitude - from.longitude) / 2]
  const across = Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude))
  const half = Math.sin(north) ** 2 + across * Math.sin(east) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(half)))
}
