// Draws a hierarchy and lets it be edited: the parts of the editor, joined, and what they all refer to.
import { make } from "../scripts/dom.js";
import { LIGHT, pageOf } from "../scripts/events.js";
import { say, speakWith } from "../scripts/say.js";
import { Bars } from "./bars.js";
import { Beyond } from "./beyond.js";
import { Camera } from "./camera.js";
import { Commands } from "./commands.js";
import { Corners } from "./corners.js";
import { takeDrops } from "./drop.js";
import { Finder } from "./find.js";
import { FEW, NARROW, heightOf, isFlat, isHigh } from "./geometry.js";
import { emptyGraph, hasSecond, isSameDrawing, sameShape } from "./graph.js";
import { Instant } from "./instant.js";
import { Keys } from "./keys.js";
import { Messages } from "./messages.js";
import { NameBox } from "./namebox.js";
import { Numbers } from "./numbers.js";
import { Overview } from "./overview.js";
import { Picture } from "./picture.js";
import { Pointer } from "./pointer.js";
import { Room } from "./room.js";
import { Selection } from "./selection.js";
import { SKELETON, emptyStage } from "./skeleton.js";
import { Store } from "./store.js";
import { COMMANDS } from "./table.js";
import { TextBox } from "./text.js";
import { Whole } from "./whole.js";

class Editor {
  constructor(root) {
    this.root = root;
    this.box = root.querySelector(".ed");
    // The part that fills the whole screen is moved into a dialog and back.
    this.frame = make("div", { class: "editor" });
    this.frame.innerHTML = SKELETON;
    this.box.append(this.frame);
    const find = (name) => this.frame.querySelector(name);
    this.stage = find(".stage");
    this.svg = find(".canvas");
    this.empty = find(".empty");
    this.drawnAt = find(".drawn");
    this.countedAt = find(".counted");
    this.notice = find(".notice");
    this.aloud = find("[aria-live]");
    this.graph = emptyGraph();  // what is drawn, with all edits so far
    this.total = 0;         // the classes there are in all
    this.held = false;      // whether earlier edits hold classes in their order
    this.looks = { turned: "auto", fold: false, foldable: false };  // how the drawing is looked at
    this.labels = {};       // of folded classes
    this.counted = [];      // what the open answer counts, in words
    this.view = "draw";
    this.tool = "mark";
    this.side = "b";        // what a click marks while there are two predictions: t, a, b
    this.pending = null;    // a started link, a started move to another parent, a question what to delete
    this.refused = null;    // the sentence of a refusal here
    this.trouble = null;    // what Python refused
    this.calm = false;      // whether the drawing may stay where it is
    this.wide = null;       // whether there is room beside the drawing
    this.join(find);
    this.reword();
    this.listen();
  }

  join(find) {
    this.picture = new Picture(this, find);
    this.overview = new Overview(this, find(".overview"));
    this.finder = new Finder(this, find("input.find"), find("datalist"));
    this.beyond = new Beyond(this, find("button.beyond"));
    this.corners = new Corners(this, find);
    this.camera = new Camera(this);
    this.selection = new Selection(this);
    this.commands = new Commands(this);
    this.keys = new Keys(this);
    this.pointer = new Pointer(this);
    this.bars = new Bars(this, find);
    this.whole = new Whole(this);
    this.nameBox = new NameBox(this, find("input.name"));
    this.store = new Store(this.box);
    this.messages = new Messages(this);
    this.room = new Room(this);
    this.numbers = new Numbers(this);
    this.text = new TextBox(this, find(".text"));
    this.instant = new Instant(this);
  }

  // The words that stand in the editor, in the page's language; what is shown of the drawing has them when it is drawn.
  reword() {
    this.finder.speak();
    this.empty.innerHTML = emptyStage();
    this.bars.reword();
    this.picture.reword();
    if (!this.drawing) this.text.name();
  }

  // Whether it is drawn on alone, with no text beside it.
  get drawing() {
    return this.view === "draw" || this.view === "numbers";
  }

  // Saying

  refuse(sentence) {
    this.refused = sentence;
    this.showState();
  }

  announce(text) {
    this.aloud.textContent = text;
  }

  // What stands around the drawing.
  showState() {
    const { box, messages: { lastEdit, editCount }, drawing, tool, view } = this;
    Object.assign(box.dataset, { lastEdit, editCount, tool, view });
    const sentence = this.refused || this.trouble?.text || "";
    if (this.notice.textContent !== sentence) this.notice.textContent = sentence;
    this.text.box.hidden = drawing;
    this.frame.classList.toggle("as-text", !drawing);
    this.showStage();
    this.bars.show();
    this.overview.show();
    this.finder.show();
    this.corners.lay();
    if (!drawing) this.text.showGutter();
  }

  showStage() {
    const { svg, total, messages, counted, graph: { classes, folded } } = this, none = !classes.size;
    const drawn = [...classes.values()].filter((c) => !c.stands).length;
    this.empty.hidden = !none;
    // An empty canvas takes the focus itself.
    svg.setAttribute("tabindex", none ? "0" : "-1");
    const hierarchy = total === 1 ? say("Hierarchy of 1 class") : say("Hierarchy of {total} classes", { total });
    svg.setAttribute("aria-label", none ? say("Empty drawing. Press n to add a class.") : hierarchy);
    // Of those that are folded, what stands for them says how many they are.
    const part = total > drawn + folded.size && messages.lastEdit === messages.editCount;
    this.drawnAt.hidden = !part;
    const shares = { n: drawn, total: total.toLocaleString("en") };
    this.countedAt.hidden = none || !counted.length;
    this.countedAt.textContent = counted.join("\n");
    this.drawnAt.textContent = part ? say("{n} of {total} classes are drawn.", shares) : "";
  }

  // Drawing

  // Nothing waits for a click on a class that is gone.
  forget() {
    const { name, parent, child } = this.pending ?? {};
    const there = (c) => c === undefined || this.graph.classes.has(c);
    if (![name, parent, child].every(there)) this.pending = null;
  }

  // Bring everything in line with the working copy. moves: slowly; the rest is `Camera.follow`'s.
  draw({ moves = false, fits = false, anew = false, turned = false } = {}) {
    const { camera, picture, selection, graph } = this;
    if (fits && camera.auto) camera.spread(anew);
    const leaving = selection.leaving();
    picture.update(graph, camera.stretch);
    this.numbers.update();
    selection.settle();
    this.forget();
    selection.show();
    camera.follow({ moves, fits, anew, turned });
    const held = fits && picture.nodes.get(this.nameBox.renaming ?? selection.focused?.node?.name);
    if (held) camera.reveal(held);
    if (leaving) selection.refocus(leaving);
    if (fits) camera.remember();
  }

  // Another drawing takes the place of the working copy.
  replace(graph, { fresh, opened }) {
    const { camera, nameBox, pointer, graph: before } = this;
    this.graph = graph;
    if (!fresh && nameBox.renaming && !graph.classes.has(nameBox.renaming)) nameBox.close();
    const another = fresh || opened || !isSameDrawing(before, graph);
    const turned = ["direction", "shrunk"].some((look) => before[look] !== graph[look]);
    if (turned) camera.centre();
    this.heighten(another || turned);
    if (another) {
      camera.auto = true;
      this.pending = null;
    }
    this.rearm({ opened, another, wasEmpty: !before.classes.size });
    // Whoever changed the drawing elsewhere sees all of it.
    if (another || turned || !sameShape(before, graph)) this.calm = false;
    this.draw({ moves: !fresh, fits: !this.calm, anew: another || turned, turned });
    pointer.redrawn();
    this.calm = true;
    this.finder.arrived();
  }

  // What is armed for one case is not meant for the next; with nothing drawn there is nothing but adding.
  rearm({ opened, another, wasEmpty }) {
    const { size } = this.graph.classes;
    if (opened) this.tool = "mark";
    if (!hasSecond(this.graph)) this.side = "b";
    if (!size && this.tool === "mark") this.tool = "add";
    else if (another && wasEmpty && size && this.tool === "add") this.tool = "mark";
  }

  // A class got another name.
  rekey(name, to) {
    this.picture.rekey(name, to);
    if (this.selection.current === name) this.selection.current = to;
    for (const thing of [this.selection.selected, this.pending])
      for (const key of ["name", "parent", "child"]) if (thing?.[key] === name) thing[key] = to;
  }

  resized() {
    const W = this.frame.clientWidth;
    if (!W || !this.stage.clientWidth) return;
    this.camera.seen.clear();
    this.wide = W >= NARROW;
    this.frame.classList.toggle("narrow", !this.wide);
    this.heighten(true);
    this.bars.fit();
    this.bars.stop();
    this.draw({ fits: true, anew: true });
    this.showState();
    this.room.tell();
  }

  // A drawing gets more room below if it needs that, and keeps it while it is edited.
  heighten(anew) {
    if (this.wide === null) return;
    const classes = [...this.graph.classes.values()], tall = this.frame.classList.contains("tall") && !anew;
    const high = tall || isHigh(classes, this.picture.widest(), this.frame.clientWidth);
    this.frame.classList.toggle("tall", high);
    this.frame.style.setProperty("--needed", `${heightOf(classes, this.frame.clientWidth)}px`);
    this.frame.classList.toggle("few", classes.length < FEW);
    this.frame.classList.toggle("flat", classes.length < FEW && isFlat(classes));
    this.camera.resized([this.stage.clientWidth, this.stage.clientHeight]);
  }

  // The view that the page is in.
  takeView(data, replaced, taken) {
    if (data.view !== this.view) this.openView(data);
    else if (!this.drawing) this.text.take(data, replaced, taken);
    // Beside a text stand no tools, so that a click marks.
    if (!this.drawing && this.graph.classes.size) this.tool = "mark";
  }

  openView(data) {
    this.text.flush();
    if (this.nameBox.renaming !== null) this.nameBox.close();
    this.pending = null;
    this.view = data.view;
    this.camera.auto = true;
    if (!this.drawing) this.text.open(data);
    requestAnimationFrame(() => this.resized());
    this.numbers.update();
    this.picture.lay();
  }

  followText() {
    if (!this.drawing) this.text.follow();
  }

  // Listening

  listen() {
    const { box, svg, selection } = this;
    box.addEventListener("keydown", (e) => this.keys.onKey(e));
    // Streamlit listens for single letters on the page.
    for (const type of ["keydown", "keyup", "keypress"]) box.addEventListener(type, (e) => e.stopPropagation());
    // What moves a line leaves the caret, and the keyboard of a phone, where they are.
    box.addEventListener("mousedown", (e) => {
      if (e.target.closest("[data-do=higher], [data-do=deeper]")) e.preventDefault();
    });
    box.addEventListener("click", (e) => this.onClick(e));
    box.addEventListener("focusin", (e) => selection.onFocusIn(e));
    box.addEventListener("focusout", (e) => selection.onFocusOut(e));
    this.pointer.listen(svg);
    svg.addEventListener("pointerover", (e) => selection.onOver(e));
    svg.addEventListener("pointerout", (e) => selection.onOut(e));
    this.listenAround();
  }

  onClick(e) {
    const byKey = e.detail === 0, button = e.target.closest("[data-do]");
    if (button && button.getAttribute("aria-disabled") !== "true") {
      this.commands.perform(COMMANDS[button.dataset.do], this.selection.selected, byKey);
      return;
    }
    // What a screen reader presses has no pointer.
    const pressed = e.target.closest(".class, .handle");
    if (pressed && byKey) this.commands.press(pressed, true);
  }

  // An editor that is gone stops listening by itself.
  listenAround() {
    const { box, camera, picture } = this, heard = new AbortController();
    const whileHere = (listener) => (e) => (box.isConnected ? listener(e) : heard.abort());
    const { signal } = heard, paper = matchMedia("print");
    pageOf(this.root).addEventListener(LIGHT, whileHere((e) => this.selection.onLight(e)), { signal });
    const onPaper = whileHere((e) => camera.onPaper(e.type === "beforeprint" || paper.matches));
    paper.addEventListener("change", onPaper, { signal });
    for (const type of ["beforeprint", "afterprint"]) window.addEventListener(type, onPaper, { signal });
    new ResizeObserver(() => { if (!camera.printing) this.resized(); }).observe(this.stage);
    takeDrops();
    // Measured anew when the page's font is there.
    const again = () => { picture.widths.clear(); this.draw({ fits: true, anew: true }); };
    document.fonts.load(picture.font).then(again, () => {});
  }
}

export default function (component) {
  const { parentElement: root, data: [data], setStateValue } = component;
  if (speakWith(data.texts)) root.hierviewEditor?.reword();
  root.hierviewEditor ||= new Editor(root);
  root.hierviewEditor.messages.take(data, (value) => setStateValue("edits", value));
}
