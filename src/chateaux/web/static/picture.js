// Saving a drawing of the page as a picture: the svg with everything it refers to, painted on its paper.

const LOOK = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "font-family", "font-weight"];
const SHARP = 2; // pixels for each unit of the drawing

export async function save(svg, name) {
  const { width, height } = svg.viewBox.baseVal;
  const canvas = Object.assign(document.createElement("canvas"), { width: width * SHARP, height: height * SHARP });
  const pen = canvas.getContext("2d");
  pen.fillStyle = paper(svg);
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const image = new Image(canvas.width, canvas.height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(alone(svg, canvas))}`;
  await image.decode();
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => {
    canvas.toBlob(done, "image/png");
  });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: `${name}.png` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// The colour a drawing lies on.
function paper(element) {
  for (let at = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (!/^(transparent|rgba\(.*, 0\))$/.test(colour)) return colour;
  }
  return "#fff";
}

// The svg as a text that needs nothing from the page.
function alone(svg, { width, height }) {
  const copy = svg.cloneNode(true);
  const from = [svg, ...svg.querySelectorAll("[class]")];
  const to = [copy, ...copy.querySelectorAll("[class]")];
  from.forEach((element, index) => {
    const look = getComputedStyle(element);
    for (const name of LOOK) to[index].style.setProperty(name, look.getPropertyValue(name));
  });
  for (const mark of copy.querySelectorAll(".nib-mark")) mark.remove();
  const defs = document.createElementNS("http://www.w3.org/2000/svg", "defs");
  const seen = new Set();
  const gather = (text) => {
    for (const [, id] of text.matchAll(/(?:href="|url\(&quot;|url\(["']?)#([^"')&]+)/g)) {
      const found = seen.has(id) ? null : document.getElementById(id);
      seen.add(id);
      if (!found) continue;
      defs.append(found.cloneNode(true));
      gather(found.outerHTML);
    }
  };
  gather(copy.outerHTML);
  copy.prepend(defs);
  const style = getComputedStyle(svg);
  for (const [, name] of copy.outerHTML.matchAll(/var\((--[\w-]+)/g)) {
    const value = style.getPropertyValue(name);
    if (value) copy.style.setProperty(name, value);
  }
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return new XMLSerializer().serializeToString(copy);
}
