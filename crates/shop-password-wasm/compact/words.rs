//! Word lists compressed with arithmetic coding, decoded once on first use.
//!
//! Words sorted by rank have few repetitions, so general compressors leave 44 % of the text. Here five contexts each predict the
//! next bit of a letter, a small network learns how to weigh them, and the code spends as many bits as the actual bit was
//! surprising: 38 %, half of it for the order alone. Encoder and decoder run the same [`Model`]; its floats are only added,
//! multiplied and divided, which gives the same results on every machine. Decoding takes 10 MB and a third of a second.
//!
//! Layout: number of letters, the letters by falling frequency, length of the text (little endian), code.

/// Slots of a context's table.
const PLACES: usize = 1 << 20;
/// Bits that distinguish the frequent letters, and the rare ones.
const FREQUENT_STEPS: usize = 4;
const RARE_STEPS: usize = 6;
/// Number of frequent letters, and of rare ones.
const FREQUENT: usize = 1 << FREQUENT_STEPS;
const LETTERS: usize = FREQUENT + (1 << RARE_STEPS);
/// Number of decision nodes on the paths of all letters.
const NODES: usize = 2 << RARE_STEPS;
/// Slots of a cache line: most decisions of a letter are among them.
const LINE: usize = 16;
/// Number of contexts.
const CONTEXTS: usize = 5;
/// Inputs of the network: the predictions and a constant.
const INPUTS: usize = CONTEXTS + 1;
/// Resolution of the logistic curve, for arguments from -8 to 8.
const CURVE: usize = 1 << 12;
/// Number of visits after which a slot's probability adapts at a constant rate.
const STEADY: u16 = 15;
/// Size of the word set; two words may share an entry.
const MARKS: usize = 1 << 22;
/// Letter positions of a word that the network distinguishes.
const POSITIONS: usize = 8;

/// Compresses a text of at most [`LETTERS`] different bytes; `None` for more.
pub(crate) fn pack(text: &[u8]) -> Option<Vec<u8>> {
    let letters = letters(text);
    if letters.len() > LETTERS {
        return None;
    }
    let mut packed = vec![u8::try_from(letters.len()).ok()?];
    packed.extend(&letters);
    packed.extend(u32::try_from(text.len()).ok()?.to_le_bytes());
    let mut model = Model::new();
    let (mut low, mut high) = (0_u32, u32::MAX);
    for byte in text {
        let at = letters.iter().position(|letter| letter == byte)?;
        let rare = at >= FREQUENT;
        let (steps, path) = if rare { (RARE_STEPS, at - FREQUENT) } else { (FREQUENT_STEPS, at) };
        for left in (0..=steps).rev() {
            let (node, bit) = match left == steps {
                true => (0, rare),
                false => (node(rare, (path | 1 << steps) >> (left + 1)), path >> left & 1 == 1),
            };
            let middle = middle(low, high, model.chance(node));
            (low, high) = if bit { (low, middle) } else { (middle + 1, high) };
            model.learn(bit);
            while (low ^ high) >> 24 == 0 {
                packed.push((high >> 24) as u8);
                (low, high) = (low << 8, high << 8 | 255);
            }
        }
        model.next(*byte);
    }
    packed.extend(high.to_be_bytes());
    Some(packed)
}

/// Decompresses the output of [`pack`].
pub(crate) fn unpack(packed: &[u8]) -> Vec<u8> {
    let (letters, rest) = packed[1..].split_at(usize::from(packed[0]));
    let (length, code) = rest.split_at(4);
    let length = length.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
    let mut code = code.iter().copied().chain(std::iter::repeat(0));
    let mut byte = || u32::from(code.next().unwrap_or(0));
    let (mut low, mut high) = (0_u32, u32::MAX);
    let mut read = (0..4).fold(0, |sum, _| sum << 8 | byte());
    let mut bit = |model: &mut Model, node| {
        let middle = middle(low, high, model.chance(node));
        let bit = read <= middle;
        (low, high) = if bit { (low, middle) } else { (middle + 1, high) };
        model.learn(bit);
        while (low ^ high) >> 24 == 0 {
            (low, high, read) = (low << 8, high << 8 | 255, read << 8 | byte());
        }
        bit
    };
    let mut model = Model::new();
    let mut text = Vec::with_capacity(length);
    while text.len() < length {
        let rare = bit(&mut model, 0);
        let (steps, first) = if rare { (RARE_STEPS, FREQUENT) } else { (FREQUENT_STEPS, 0) };
        let path = (0..steps).fold(1, |path, _| path << 1 | usize::from(bit(&mut model, node(rare, path))));
        let letter = letters[first + path - (1 << steps)];
        text.push(letter);
        model.next(letter);
    }
    text
}

/// Index of the decision after the steps of `path`, which begins with a one. Decision 0 is whether the letter is a rare one.
fn node(rare: bool, path: usize) -> usize {
    path | usize::from(rare) << RARE_STEPS
}

/// The distinct bytes of a text, most frequent first.
fn letters(text: &[u8]) -> Vec<u8> {
    let mut counts = [0_usize; 256];
    for byte in text {
        counts[usize::from(*byte)] += 1;
    }
    let mut letters: Vec<u8> = (0..=255).filter(|byte| counts[usize::from(*byte)] > 0).collect();
    letters.sort_by_key(|byte| std::cmp::Reverse(counts[usize::from(*byte)]));
    letters
}

/// Split point of a range; `chance` of 65,536 belong to a set bit.
fn middle(low: u32, high: u32, chance: u32) -> u32 {
    low + ((u64::from(high - low) * u64::from(chance)) >> 16) as u32
}

/// Predicts the next bit from the preceding text.
struct Model {
    /// Slots of all contexts: the probability of a set bit in the upper twelve bits, the number of visits in the others.
    places: Vec<u16>,
    weights: Vec<[f32; INPUTS]>,
    /// Probability by log-odds, and the reverse.
    curve: Vec<f32>,
    odds: Vec<f32>,
    /// By number of visits: the weight of a slot's prediction, and its adaptation rate.
    trust: Vec<f32>,
    pace: Vec<i32>,
    contexts: [u32; CONTEXTS],
    // Slots of the current prediction, to be updated.
    used: [usize; CONTEXTS],
    inputs: [f32; INPUTS],
    network: usize,
    guess: f32,
    // Preceding text.
    last: u32,
    word: u32,
    position: usize,
    list: u32,
    /// Words seen so far: no word repeats, so none ends where it equals one of them.
    marks: Vec<bool>,
    known: bool,
}

impl Model {
    fn new() -> Self {
        let mut curve = vec![0.5; CURVE];
        let mut chance = 0.5_f32;
        for step in 0..CURVE / 2 {
            curve[CURVE / 2 + step] = chance;
            curve[CURVE / 2 - 1 - step] = 1.0 - chance;
            chance += chance * (1.0 - chance) * 16.0 / CURVE as f32;
        }
        let mut step = 0;
        let odds = (0..CURVE).map(|at| {
            while step + 1 < CURVE && curve[step] * (CURVE as f32) < at as f32 + 0.5 {
                step += 1;
            }
            (step as f32 - (CURVE / 2) as f32) * 16.0 / CURVE as f32
        });
        let mut model = Self {
            places: vec![1 << 15; CONTEXTS * PLACES],
            weights: vec![[0.35; INPUTS]; 2 * NODES * POSITIONS],
            odds: odds.collect(),
            curve,
            trust: (0..=STEADY).map(|seen| f32::from(seen) / (f32::from(seen) + 0.4)).collect(),
            pace: (0..=STEADY).map(|seen| (1 << 17) / (2 * i32::from(seen) + 3)).collect(),
            contexts: [0; CONTEXTS],
            used: [0; CONTEXTS],
            inputs: [0.3; INPUTS],
            network: 0,
            guess: 0.5,
            last: 0,
            word: 0,
            position: 0,
            list: 0,
            marks: vec![false; MARKS],
            known: false,
        };
        model.set_contexts();
        model
    }

    /// Probability that a decision's bit is set, of 65,536.
    fn chance(&mut self, node: usize) -> u32 {
        let place = self.position.min(POSITIONS - 1) + POSITIONS * usize::from(self.known);
        self.network = node + NODES * place;
        let weights = &self.weights[self.network];
        let mut sum = weights[CONTEXTS] * self.inputs[CONTEXTS];
        for at in 0..CONTEXTS {
            let mixed = self.contexts[at] ^ ((node / LINE) as u32).wrapping_mul(0x9e37_79b1);
            let line = (mixed ^ mixed >> 15) as usize % (PLACES / LINE);
            self.used[at] = (at * PLACES) + line * LINE + (node ^ (mixed >> 28) as usize) % LINE;
            let place = usize::from(self.places[self.used[at]]);
            self.inputs[at] = self.odds[place >> 4] * self.trust[place & 15];
            sum += self.inputs[at] * weights[at];
        }
        let step = (sum * (CURVE as f32 / 16.0)) as i32 + CURVE as i32 / 2;
        self.guess = self.curve[step.clamp(0, CURVE as i32 - 1) as usize];
        ((self.guess * 65_536.0) as u32).clamp(16, 65_520)
    }

    fn learn(&mut self, bit: bool) {
        let error = (f32::from(u8::from(bit)) - self.guess) * 0.006;
        for (weight, input) in self.weights[self.network].iter_mut().zip(&self.inputs) {
            *weight += error * input;
        }
        let goal = if bit { 4_095 } else { 0 };
        for used in &self.used {
            let place = &mut self.places[*used];
            let (chance, seen) = (i32::from(*place >> 4), *place & 15);
            let step = ((goal - chance) * self.pace[usize::from(seen)] + (1 << 15)) >> 16;
            *place = ((chance + step) as u16) << 4 | (seen + 1).min(STEADY);
        }
    }

    /// Appends a complete letter to the preceding text. Words end at commas, lists at line breaks.
    fn next(&mut self, letter: u8) {
        self.last = self.last << 8 | u32::from(letter);
        let before = self.word;
        self.word = (self.word + u32::from(letter)).wrapping_mul(0x2f0b_4c47);
        self.word ^= self.word >> 15;
        self.position += 1;
        if letter == b',' || letter == b'\n' {
            self.marks[before as usize % MARKS] = true;
            (self.word, self.position) = (0, 0);
            self.list += u32::from(letter == b'\n');
        }
        self.known = self.marks[self.word as usize % MARKS];
        self.set_contexts();
    }

    /// Contexts: three letters, four letters, the word so far, and within the list: two letters; one letter and its position.
    fn set_contexts(&mut self) {
        let position = self.position.min(15) as u32 | u32::from(self.known) << 4;
        let of_list =
            [self.last & 0xffff, 1 << 20 | position << 8 | self.last & 0xff].map(|seen| self.list << 24 | seen);
        let seen = [self.last & 0x00ff_ffff, self.last, self.word, of_list[0], of_list[1]];
        self.contexts = seen.map(|seen| {
            let mixed = seen.wrapping_mul(0x9e37_79b1);
            (mixed ^ mixed >> 16).wrapping_mul(0x85eb_ca6b)
        });
    }
}
