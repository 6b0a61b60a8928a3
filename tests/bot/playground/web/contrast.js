/* The visible texts whose contrast with what lies behind them is below AA, each as a line. */
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

  /** The colours on top of one another, as the screen would mix them. */
  const mixed = (...colours) => {
    for (const colour of ["#fff", ...colours]) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const luminance = (colour) => {
    const [red, green, blue] = colour.map((part) => linear(part / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  /** Tools are drawn on hover only, and what cannot be used may be faint. */
  const counts = (node) =>
    node.checkVisibility({ opacityProperty: true }) &&
    node.getBoundingClientRect().width > 1 &&
    !node.closest(".unseen, script, style, :disabled, .tools");

  const poor = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const words = texts.currentNode.data.trim();
    const node = texts.currentNode.parentElement;
    if (!words || !counts(node)) continue;
    const grounds = [];
    for (let up = node; up; up = up.parentElement)
      grounds.unshift(getComputedStyle(up).backgroundColor);
    const shades = [mixed(...grounds), mixed(...grounds, getComputedStyle(node).color)].map(
      luminance,
    );
    const ratio = (Math.max(...shades) + 0.05) / (Math.min(...shades) + 0.05);
    if (ratio < 4.5)
      poor.push(`${node.className || node.tagName} ${ratio.toFixed(2)}: ${words.slice(0, 40)}`);
  }
  return poor;
};
