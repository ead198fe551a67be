// The viewer of 360° pictures for guests: one picture on the inside of a sphere, drawn by WebGL. It is fetched when one is opened.
import { viewerFrame } from './viewer-frame.ts';

/** Shares of the whole sphere. */
type Crop = { left: number; top: number; width: number; height: number };
/** `yaw`, `pitch`: where one looks; `field`: how much of it is in sight, from top to bottom. All in radians. */
type Look = { yaw: number; pitch: number; field: number };

const vertexShader = 'attribute vec2 p;varying vec2 v;void main(){v=p;gl_Position=vec4(p,0.,1.);}';
const pixelShader =
  'precision highp float;varying vec2 v;uniform sampler2D t;uniform vec2 look,wide;uniform vec4 crop;' +
  'void main(){vec3 d=normalize(vec3(v*wide,1.));float c=cos(look.y),s=sin(look.y);d=vec3(d.x,d.y*c+d.z*s,d.z*c-d.y*s);' +
  'vec2 at=vec2(fract((atan(d.x,d.z)+look.x)/6.28318531+.5),.5-asin(clamp(d.y,-1.,1.))/3.14159265);at=(at-crop.xy)/crop.zw;' +
  'gl_FragColor=any(lessThan(at,vec2(0.)))||any(greaterThan(at,vec2(1.)))?vec4(.05,.06,.07,1.):texture2D(t,at);}';
const half = Math.PI / 2;
const degree = Math.PI / 180;

/** No larger than the device can draw. */
function fitted(image: HTMLImageElement, most: number): TexImageSource {
  const scale = Math.min(1, most / Math.max(image.naturalWidth, image.naturalHeight));
  if (scale === 1) return image;
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(image.naturalWidth * scale);
  canvas.height = Math.floor(image.naturalHeight * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function load(address: string): Promise<HTMLImageElement> {
  return new Promise((done, failed) => {
    const image = new Image();
    image.onload = () => done(image);
    image.onerror = failed;
    image.src = address;
  });
}

/** The drawing program with its one triangle and its texture; null where this browser cannot. */
function createProgram(gl: WebGLRenderingContext): WebGLProgram | null {
  const program = gl.createProgram();
  for (const [type, text] of [
    [gl.VERTEX_SHADER, vertexShader],
    [gl.FRAGMENT_SHADER, pixelShader],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) return null;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return null;
  // biome-ignore lint/correctness/useHookAtTopLevel: It is WebGL's, and no hook.
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  const corner = gl.getAttribLocation(program, 'p');
  gl.enableVertexAttribArray(corner);
  gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  for (const [what, how] of [
    [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
    [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
    [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
    [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
  ] as const)
    gl.texParameteri(gl.TEXTURE_2D, what, how);
  return program;
}

/** Draws the picture on the whole canvas as one looks at it. */
function createPainter(canvas: HTMLCanvasElement, crop: Crop) {
  const gl = canvas.getContext('webgl');
  const program = gl && createProgram(gl);
  if (!gl || !program) return null;
  const place = (name: string) => gl.getUniformLocation(program, name);
  return {
    take(image: HTMLImageElement): void {
      const source = fitted(image, gl.getParameter(gl.MAX_TEXTURE_SIZE) as number);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, source);
      canvas.dataset.pixels = String(image.naturalWidth);
    },
    draw({ yaw, pitch, field }: Look): void {
      gl.viewport(0, 0, canvas.width, canvas.height);
      const high = Math.tan(field / 2);
      gl.uniform2f(place('look'), yaw, pitch);
      gl.uniform2f(place('wide'), (high * canvas.width) / canvas.height, high);
      gl.uniform4f(place('crop'), crop.left, crop.top, crop.width, crop.height);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
      canvas.dataset.drawn = [yaw, pitch, field].map((angle) => Math.round(angle / degree)).join(' ');
    },
  };
}

/** Answers an element to show, or null where this browser cannot: then the picture stays flat. */
export async function open(address: string, label: string): Promise<HTMLElement | null> {
  const sibling = (name: string) => address.replace(/[^/]+$/, name);
  const { crop } = (await (await fetch(sibling('sphere'))).json()) as { crop: Crop | null };
  if (!crop) return null;
  const first = await load(address);
  const look: Look = {
    yaw: (crop.left + crop.width / 2 - 0.5) * 2 * Math.PI,
    pitch: (0.5 - crop.top - crop.height / 2) * Math.PI,
    field: 75 * degree,
  };
  const { area, canvas, redraw } = viewerFrame(label, {
    moveBy(across, down) {
      const each = look.field / canvas.clientHeight;
      look.yaw -= across * each;
      look.pitch = Math.max(-half, Math.min(half, look.pitch + down * each));
      redraw();
    },
    zoomBy(factor) {
      look.field = Math.max(20 * degree, Math.min(110 * degree, look.field / factor));
      redraw();
    },
    draw: () => painter?.draw(look),
  });
  const painter = createPainter(canvas, crop);
  if (!painter) return null;
  function paint(image: HTMLImageElement): void {
    painter?.take(image);
    redraw();
  }
  paint(first);
  load(sibling('full')).then(paint, () => undefined);
  return area;
}
