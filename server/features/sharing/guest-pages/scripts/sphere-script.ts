// The viewer of 360° pictures for guests: one picture on the inside of a sphere, drawn by WebGL. It is fetched when one is opened.
import { gesturesScript } from './gestures-script.ts';

/** `open(address, label)` answers an element to show, or null where this browser cannot: then the picture stays flat. */
export const sphereScript = `${gesturesScript}
const vertices = 'attribute vec2 p;varying vec2 v;void main(){v=p;gl_Position=vec4(p,0.,1.);}';
const pixels = 'precision highp float;varying vec2 v;uniform sampler2D t;uniform vec2 look,wide;uniform vec4 crop;' +
  'void main(){vec3 d=normalize(vec3(v*wide,1.));float c=cos(look.y),s=sin(look.y);d=vec3(d.x,d.y*c+d.z*s,d.z*c-d.y*s);' +
  'vec2 at=vec2(fract((atan(d.x,d.z)+look.x)/6.28318531+.5),.5-asin(clamp(d.y,-1.,1.))/3.14159265);at=(at-crop.xy)/crop.zw;' +
  'gl_FragColor=any(lessThan(at,vec2(0.)))||any(greaterThan(at,vec2(1.)))?vec4(.05,.06,.07,1.):texture2D(t,at);}';
const half = Math.PI / 2;
const degree = Math.PI / 180;

function fitted(image, most) {
  const scale = Math.min(1, most / Math.max(image.naturalWidth, image.naturalHeight));
  if (scale === 1) return image;
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(image.naturalWidth * scale);
  canvas.height = Math.floor(image.naturalHeight * scale);
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export async function open(address, label) {
  const { crop } = await (await fetch(address.replace(/[^/]+$/, 'sphere'))).json();
  if (!crop) return null;
  const first = await load(address);
  let yaw = (crop.left + crop.width / 2 - 0.5) * 2 * Math.PI;
  let pitch = (0.5 - crop.top - crop.height / 2) * Math.PI;
  let field = 75 * degree;
  let draw = () => undefined;
  const { area, canvas, redraw } = frame(label, {
    moveBy(x, y) {
      const each = field / canvas.clientHeight;
      yaw -= x * each;
      pitch = Math.max(-half, Math.min(half, pitch + y * each));
      redraw();
    },
    zoomBy(factor) {
      field = Math.max(20 * degree, Math.min(110 * degree, field / factor));
      redraw();
    },
    draw: () => draw(),
  });
  const gl = canvas.getContext('webgl');
  if (!gl) return null;
  const program = gl.createProgram();
  for (const [type, text] of [[gl.VERTEX_SHADER, vertices], [gl.FRAGMENT_SHADER, pixels]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return null;
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  const corner = gl.getAttribLocation(program, 'p');
  gl.enableVertexAttribArray(corner);
  gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0);
  const place = (name) => gl.getUniformLocation(program, name);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  for (const [what, how] of [
    [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
    [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
    [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
    [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
  ]) gl.texParameteri(gl.TEXTURE_2D, what, how);
  const paint = (image) => {
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, fitted(image, gl.getParameter(gl.MAX_TEXTURE_SIZE)));
    canvas.dataset.pixels = image.naturalWidth;
    redraw();
  };
  draw = () => {
    gl.viewport(0, 0, canvas.width, canvas.height);
    const high = Math.tan(field / 2);
    gl.uniform2f(place('look'), yaw, pitch);
    gl.uniform2f(place('wide'), high * canvas.width / canvas.height, high);
    gl.uniform4f(place('crop'), crop.left, crop.top, crop.width, crop.height);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    canvas.dataset.drawn = Math.round(yaw / degree) + ' ' + Math.round(pitch / degree) + ' ' + Math.round(field / degree);
  };
  paint(first);
  load(address.replace(/[^/]+$/, 'full')).then(paint, () => undefined);
  return area;
}
`;
